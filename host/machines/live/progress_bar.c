/*
 * SPDX-License-Identifier: MIT
 * Draws a progress bar. It is drawn rarely, so that it does not slow down a fast target.
 */
#include "host/machines/live/progress_bar.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "host/base/host_clock.h"
#include "host/base/allocation.h"
#include "host/base/message.h"
#include "host/machines/live/verbose_line.h"

#define CELLS       42
#define LEAST_CELLS 10
#define AROUND      9   /* "[] 100 %", and the cursor */
#define REDRAW      0.1 /* seconds between two drawings */
#define REDRAW_IDLE 1.0 /* the same if only the remaining time has changed */

static struct progress *on_terminal; /* there is only one terminal */

static void progress_bar_clear(void)
{
    if (!on_terminal || !on_terminal->shown)
        return;
    fputs("\r\033[K", stderr);
    fflush(stderr);
    on_terminal->shown = false;
}

/* Formats the benchmark, its passes, and the remaining time. */
static void progress_bar_details(const struct progress *progress, double now, char *text,
                                 size_t size)
{
    const struct run *run = progress->pace.run;
    char left[40];
    const char *rest = time_left_text(&progress->pace, now, left, sizeof left);
    snprintf(text, size, "   %s   pass %u/%u%s%s",
             run->n_benches ? run->benches[run->n_benches - 1].name : "", progress->pace.of_bench,
             time_left_bench_passes(&progress->pace), *rest ? "   " : "", rest);
}

static void progress_bar_draw(struct progress *progress)
{
    const struct run *run = progress->pace.run;
    double now = clock_seconds();
    char text[256];
    if (!progress->on || !run || !run->n_benches || !run->passes)
        return;
    unsigned done = time_left_passes_done(&progress->pace);
    unsigned width = terminal_width(STDERR_FILENO);
    progress_bar_details(progress, now, text, sizeof text);
    /* The text has priority over the length of the bar. */
    unsigned needed = AROUND + (unsigned)strlen(text), room = width > needed ? width - needed : 0;
    unsigned cells = room > CELLS ? CELLS : room > LEAST_CELLS ? room : LEAST_CELLS;
    unsigned full = (unsigned)((unsigned long long)cells * done / run->passes);
    fputs("\r[", stderr);
    for (unsigned i = 0; i < cells; i++)
        fputc(i < full ? '#' : '-', stderr);
    unsigned columns = cells + AROUND;
    fprintf(stderr, "] %3u %%%.*s\033[K", (unsigned)(100ull * done / run->passes),
            width > columns ? (int)(width - columns) : 0, text);
    fflush(stderr);
    progress->shown = true;
    progress->drawn = now;
}

static void progress_bar_announce(struct progress *progress, const struct run *run)
{
    /*
     * For "in the virtual Pentium: a model's counts" only the part after the colon is printed,
     * since the line already names the target.
     */
    const char *sentence = run_platform_sentence(run->platform), *colon = strchr(sentence, ':');
    progress_bar_clear();
    fprintf(stderr, "Bareprobe %s%s%s%s in %s: %s\n", run->build, progress->suite ? ", " : "",
            progress->suite ? progress->suite : "", progress->suite ? " suite," : "",
            progress->target, colon ? colon + 2 : sentence);
}

static void progress_bar_on_record(void *context, const struct run *run,
                                   const struct wire_record *record)
{
    struct progress *progress = context;
    if (time_left_record(&progress->pace, run, record, clock_seconds()) && progress->on)
        progress_bar_announce(progress, run);
    const struct phrase announced = verbose_line(record);
    if (announced.text[0]) {
        progress_bar_clear();
        fprintf(stderr, "%s\n", announced.text);
    }
    if (text_is(record->kind, "tick") && clock_seconds() - progress->drawn > REDRAW)
        progress_bar_draw(progress);
}

static void progress_bar_on_passing(void *context)
{
    struct progress *progress = context;
    if (clock_seconds() - progress->drawn > REDRAW_IDLE)
        progress_bar_draw(progress);
}

struct watcher progress_bar_open(struct progress *progress, const char *target, const char *suite)
{
    const char *term = getenv("TERM");
    bool terminal = isatty(STDERR_FILENO) && !(term && !strcmp(term, "dumb"));
    *progress = (struct progress){.on = terminal, .target = target, .suite = suite};
    on_terminal = progress;
    message_clear_before(progress_bar_clear);
    return (struct watcher){progress, progress_bar_on_record, progress_bar_on_passing};
}

void progress_bar_close(struct progress *progress)
{
    (void)progress;
    progress_bar_clear();
    on_terminal = NULL;
    message_clear_before(NULL);
}
