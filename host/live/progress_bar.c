/*
 * SPDX-License-Identifier: MIT
 * Draws a progress bar. It is drawn rarely, so that it does not slow down a fast target.
 */
#include "host/live/progress_bar.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "host/base/clock.h"
#include "host/base/allocate.h"
#include "host/base/message.h"

#define CELLS       42
#define LEAST_CELLS 10
#define AROUND      9   /* "[] 100 %", and the cursor */
#define REDRAW      0.1 /* seconds between two drawings */
#define REDRAW_IDLE 1.0 /* the same if only the remaining time has changed */

static struct progress *on_terminal; /* there is only one terminal */

static void clear(void)
{
    if (!on_terminal || !on_terminal->shown)
        return;
    fputs("\r\033[K", stderr);
    fflush(stderr);
    on_terminal->shown = false;
}

/* Formats the benchmark, its passes, and the remaining time. */
static void details(const struct progress *progress, double now, char *text, size_t size)
{
    const struct run *run = progress->pace.run;
    char left[40];
    const char *rest = pace_left(&progress->pace, now, left, sizeof left);
    snprintf(text, size, "   %s   pass %u/%u%s%s",
             run->n_benches ? run->benches[run->n_benches - 1].name : "", progress->pace.of_bench,
             pace_passes_of_bench(&progress->pace), *rest ? "   " : "", rest);
}

static void draw(struct progress *progress)
{
    const struct run *run = progress->pace.run;
    double now = clock_seconds();
    char text[256];
    if (!progress->on || !run || !run->n_benches || !run->passes)
        return;
    unsigned done = pace_done(&progress->pace);
    unsigned width = terminal_width(STDERR_FILENO);
    details(progress, now, text, sizeof text);
    /* The text has priority over the length of the bar. */
    unsigned said = AROUND + (unsigned)strlen(text), room = width > said ? width - said : 0;
    unsigned cells = room > CELLS ? CELLS : room > LEAST_CELLS ? room : LEAST_CELLS;
    unsigned full = (unsigned)((unsigned long long)cells * done / run->passes);
    fputs("\r[", stderr);
    for (unsigned i = 0; i < cells; i++)
        fputc(i < full ? '#' : '-', stderr);
    unsigned taken = cells + AROUND;
    fprintf(stderr, "] %3u %%%.*s\033[K", (unsigned)(100ull * done / run->passes),
            width > taken ? (int)(width - taken) : 0, text);
    fflush(stderr);
    progress->shown = true;
    progress->drawn = now;
}

static void announce(struct progress *progress, const struct run *run)
{
    /*
     * For "in the virtual Pentium: a model's counts" only the part after the colon is printed,
     * since the line already names the target.
     */
    const char *sentence = platform_sentence(run->platform), *colon = strchr(sentence, ':');
    clear();
    fprintf(stderr, "Bareprobe %s%s%s%s in %s: %s\n", run->build, progress->suite ? ", " : "",
            progress->suite ? progress->suite : "", progress->suite ? " suite," : "",
            progress->target, colon ? colon + 2 : sentence);
}

static void on_record(void *context, const struct run *run, const struct wire_record *record)
{
    struct progress *progress = context;
    if (pace_record(&progress->pace, run, record, clock_seconds()) && progress->on)
        announce(progress, run);
    if (text_is(record->kind, "tick") && clock_seconds() - progress->drawn > REDRAW)
        draw(progress);
}

static void on_passing(void *context)
{
    struct progress *progress = context;
    if (clock_seconds() - progress->drawn > REDRAW_IDLE)
        draw(progress);
}

struct watcher progress_open(struct progress *progress, const char *target, const char *suite)
{
    const char *term = getenv("TERM");
    bool terminal = isatty(STDERR_FILENO) && !(term && !strcmp(term, "dumb"));
    *progress = (struct progress){.on = terminal, .target = target, .suite = suite};
    on_terminal = progress;
    say_after(clear);
    return (struct watcher){progress, on_record, on_passing};
}

void progress_close(struct progress *progress)
{
    (void)progress;
    clear();
    on_terminal = NULL;
    say_after(NULL);
}
