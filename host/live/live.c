/*
 * SPDX-License-Identifier: MIT
 * Connects the listeners and the screen of the live view: receives records, handles keys.
 */
#include "host/live/live.h"

#include <curses.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/clock.h"
#include "host/live/live_screen.h"
#include "host/live/terminal.h"
#include "host/base/allocate.h"

#define REDRAW 0.1 /* seconds between two drawings */
#define ESCAPE 27

struct source {
    struct live *live;
    struct watcher watcher;
    const struct listener *listener;
    const char *name;
    struct pace pace;
};

struct live {
    struct source *sources;
    unsigned n_sources, at;
    struct screen screen;
    char *event; /* a copy, since runs are freed */
    double drawn;
};

int live_check(void)
{
    return terminal_check();
}

static void look(struct live *live)
{
    const struct source *source = &live->sources[live->at];
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
        moment->n_mishaps = run->n_mishaps;
        moment->n_samplings = run->n_samplings;
        moment->n_series = run->n_series;
    }
}

static void draw(struct live *live)
{
    if (!live->screen.paused)
        look(live);
    terminal_repaint_if_resized();
    screen_draw(&live->screen);
    live->drawn = clock_seconds();
}

static void open_choice(struct live *live)
{
    struct choice *choice = &live->screen.choice;
    const struct moment *moment = &live->screen.moment;
    *choice = (struct choice){.open = moment->pace.run != NULL};
    if (choice->open) {
        const struct run seen = moment_run(moment);
        choice->n = series_events(&seen, choice->events, SCREEN_MOST_EVENTS);
    }
    for (unsigned i = 0; i < choice->n; i++)
        if (live->event && !strcmp(choice->events[i], live->event))
            choice->at = i + 1;
}

static void choose(struct live *live)
{
    struct choice *choice = &live->screen.choice;
    free(live->event);
    live->event = choice->at ? memory_text(choice->events[choice->at - 1]) : NULL;
    live->screen.event = live->event;
    choice->open = false;
}

/*
 * Handles a key while the list of events is open. Returns false if the key has its normal meaning.
 */
static bool choice_key(struct live *live, int key)
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
        choose(live);
        return true;
    case ESCAPE:
    case 'e':
        choice->open = false;
        return true;
    default:
        return false;
    }
}

static void answer(struct live *live, int key)
{
    if (live->screen.choice.open && choice_key(live, key))
        return;
    if (key == 'q')
        listen_interrupt();
    if (key == 'p')
        live->screen.paused = !live->screen.paused;
    if (key == 'e')
        open_choice(live);
    if (key == '\t' && live->n_sources > 1) {
        live->at = (live->at + 1) % live->n_sources;
        live->screen.choice.open = false;
        live->screen.paused = false;
    }
}

static void on_record(void *context, const struct run *run, const struct wire_record *record)
{
    struct source *source = context;
    pace_record(&source->pace, run, record, clock_seconds());
}

/*
 * A resized terminal is reported as a key, KEY_RESIZE, since ncurses handles the signal. Drawing
 * again is sufficient, unless the window has its old size again: see terminal_repaint_if_resized().
 */
static void on_passing(void *context)
{
    struct live *live = ((struct source *)context)->live;
    bool asked = false;
    for (int key; (key = getch()) != ERR; asked = true)
        answer(live, key);
    if (asked || clock_seconds() - live->drawn > REDRAW)
        draw(live);
}

struct live *live_open(unsigned n_sources)
{
    struct live *live = memory_get(sizeof *live);
    live->sources = memory_get(n_sources * sizeof *live->sources);
    live->n_sources = n_sources;
    terminal_open();
    return live;
}

struct watcher *live_watch(struct live *live, unsigned index, const struct listener *listener,
                           const char *name)
{
    struct source *source = &live->sources[index];
    *source = (struct source){
        .live = live,
        .watcher = {source, on_record, on_passing},
        .listener = listener,
        .name = name,
    };
    return &source->watcher;
}

void live_close(struct live *live)
{
    if (!live)
        return;
    terminal_close();
    free(live->event);
    free(live->sources);
    free(live);
}
