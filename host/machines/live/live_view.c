/*
 * SPDX-License-Identifier: MIT
 * Connects the listeners and the screen of the live view: receives records, handles keys.
 */
#include "host/machines/live/live_view.h"

#include <curses.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/host_clock.h"
#include "host/machines/live/live_screen.h"
#include "host/machines/live/terminal.h"
#include "host/base/allocation.h"

#define REDRAW 0.1 /* seconds between two drawings */
#define ESCAPE 27

struct live_source {
    struct live *live;
    struct watcher watcher;
    const struct listener *listener;
    const char *name;
    struct pace pace;
};

struct live {
    struct live_source *sources;
    unsigned n_sources, at;
    struct screen screen;
    char *event; /* a copy, since runs are freed */
    double drawn;
};

int live_view_check(void)
{
    return terminal_check();
}

static void live_view_read_moment(struct live *live)
{
    const struct live_source *source = &live->sources[live->at];
    const struct listener *listener = source->listener;
    const struct run *run = source->pace.run;
    struct moment *moment = &live->screen.moment;
    *moment = (struct moment){
        .target = source->name,
        .index = live->at,
        .n_targets = live->n_sources,
        .pace = source->pace,
        .now = clock_seconds(),
    };
    if (listener) {
        memcpy(moment->troubles, listener->reader.counts, sizeof moment->troubles);
        moment->rejected = listener->collection.rejected;
        moment->noise = listener->reader.noise;
    }
    if (run) {
        moment->n_results = run->n_results;
        moment->n_benches = run->n_benches;
        moment->n_faults = run->n_faults;
        moment->n_samplings = run->n_samplings;
        moment->n_series = run->n_series;
    }
}

static void live_view_draw(struct live *live)
{
    if (!live->screen.paused)
        live_view_read_moment(live);
    terminal_repaint_if_resized();
    live_screen_draw(&live->screen);
    live->drawn = clock_seconds();
}

static void live_view_open_choice(struct live *live)
{
    struct choice *choice = &live->screen.choice;
    const struct moment *moment = &live->screen.moment;
    *choice = (struct choice){.open = moment->pace.run != NULL};
    if (choice->open) {
        const struct run seen = live_screen_moment_run(moment);
        choice->n = chart_series_events(&seen, choice->events, SCREEN_MOST_EVENTS);
    }
    for (unsigned i = 0; i < choice->n; i++)
        if (live->event && !strcmp(choice->events[i], live->event))
            choice->at = i + 1;
}

static void live_view_choose_event(struct live *live)
{
    struct choice *choice = &live->screen.choice;
    free(live->event);
    live->event = choice->at ? allocate_copy(choice->events[choice->at - 1]) : NULL;
    live->screen.event = live->event;
    choice->open = false;
}

/*
 * Handles a key while the list of events is open. Returns false if the key has its normal meaning.
 */
static bool live_view_choice_key(struct live *live, int key)
{
    struct choice *choice = &live->screen.choice;
    switch (key) {
    case KEY_UP:
    case 'k':
        choice->at -= choice->at > 0;
        return true;
    case KEY_DOWN:
    case 'j':
        choice->at += choice->at < choice->n;
        return true;
    case KEY_ENTER:
    case '\r':
    case '\n':
        live_view_choose_event(live);
        return true;
    case ESCAPE:
    case 'e':
        choice->open = false;
        return true;
    default:
        return false;
    }
}

static void live_view_handle_key(struct live *live, int key)
{
    if (live->screen.choice.open && live_view_choice_key(live, key))
        return;
    if (key == 'q')
        listen_interrupt();
    if (key == 'p')
        live->screen.paused = !live->screen.paused;
    if (key == 'e')
        live_view_open_choice(live);
    if (key == '\t' && live->n_sources > 1) {
        live->at = (live->at + 1) % live->n_sources;
        live->screen.choice.open = false;
        live->screen.paused = false;
    }
}

static void live_view_on_record(void *context, const struct run *run,
                                const struct wire_record *record)
{
    struct live_source *source = context;
    time_left_record(&source->pace, run, record, clock_seconds());
}

/*
 * A resized terminal is reported as a key, KEY_RESIZE, since ncurses handles the signal. Drawing
 * again is sufficient, unless the window has its old size again: see terminal_repaint_if_resized().
 */
static void live_view_on_passing(void *context)
{
    struct live *live = ((struct live_source *)context)->live;
    bool key_pressed = false;
    for (int key; (key = getch()) != ERR; key_pressed = true)
        live_view_handle_key(live, key);
    if (key_pressed || clock_seconds() - live->drawn > REDRAW)
        live_view_draw(live);
}

struct live *live_view_open(unsigned n_sources)
{
    struct live *live = allocate_zeroed(sizeof *live);
    live->sources = allocate_zeroed(n_sources * sizeof *live->sources);
    live->n_sources = n_sources;
    terminal_open();
    return live;
}

struct watcher *live_view_watch(struct live *live, unsigned index, const struct listener *listener,
                                const char *name)
{
    struct live_source *source = &live->sources[index];
    *source = (struct live_source){
        .live = live,
        .watcher = {source, live_view_on_record, live_view_on_passing},
        .listener = listener,
        .name = name,
    };
    return &source->watcher;
}

void live_view_close(struct live *live)
{
    if (!live)
        return;
    terminal_close();
    free(live->event);
    free(live->sources);
    free(live);
}
