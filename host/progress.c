/*
 * SPDX-License-Identifier: MIT
 * The time left is what is left of the passes, at the pace so far.
 */
#include "host/progress.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "host/clock.h"
#include "host/memory.h"
#include "host/message.h"

#define CELLS       42
#define REDRAW      0.1 /* seconds between two drawings, */
#define REDRAW_IDLE 1.0 /* and where nothing has changed but the time left */

static struct progress *on_terminal; /* there is one terminal */

static void clear(void)
{
    if (!on_terminal || !on_terminal->shown)
        return;
    fputs("\r\033[K", stderr);
    fflush(stderr);
    on_terminal->shown = false;
}

/* "9 s", "3 min 20 s" or "2 h 5 min". */
static void time_text(double seconds, char *text, size_t size)
{
    unsigned long whole = (unsigned long)(seconds + 0.5);
    if (whole < 60)
        snprintf(text, size, "%lu s", whole);
    else if (whole < 3600)
        snprintf(text, size, "%lu min %lu s", whole / 60, whole % 60);
    else
        snprintf(text, size, "%lu h %lu min", whole / 3600, whole / 60 % 60);
}

/* Which benchmark, how far in it, and what time is left; empty before there is something to say. */
static void details(const struct progress *progress, double now, char *text, size_t size)
{
    const struct run *run = progress->run;
    char left[40] = "";
    if (run->passes_done) {
        double whole = (progress->ticked - progress->began) * run->passes / run->passes_done;
        double rest = whole - (now - progress->began);
        time_text(rest > 0 ? rest : 0, left, sizeof left);
    }
    const struct plan *plan = run->n_plans ? &run->plans[run->n_plans - 1] : NULL;
    unsigned passes = plan ? plan->passes * (plan->variants ? plan->variants : 1) : 0;
    snprintf(text, size, "   %s   pass %u/%u%s%s%s",
             run->n_benches ? run->benches[run->n_benches - 1].name : "", progress->of_bench,
             passes, *left ? "   " : "", left, *left ? " left" : "");
}

static void draw(struct progress *progress)
{
    const struct run *run = progress->run;
    double now = clock_seconds();
    char text[256];
    if (!progress->on || !run || !run->n_benches || !run->passes)
        return;
    unsigned done = run->passes_done > run->passes ? run->passes : run->passes_done;
    unsigned width = terminal_width(STDERR_FILENO);
    unsigned cells = width > CELLS + 50 ? CELLS : width / 4;
    unsigned full = (unsigned)((unsigned long long)cells * done / run->passes);
    details(progress, now, text, sizeof text);
    fputs("\r[", stderr);
    for (unsigned i = 0; i < cells; i++)
        fputc(i < full ? '#' : '-', stderr);
    unsigned taken = cells + 2 + 6;
    fprintf(stderr, "] %3u %%%.*s\033[K", (unsigned)(100ull * done / run->passes),
            width > taken ? (int)(width - taken) : 0, text);
    fflush(stderr);
    progress->shown = true;
    progress->drawn = now;
}

static void announce(struct progress *progress)
{
    clear();
    fprintf(stderr, "Bareprobe %s  in %s  (%s)\n", progress->run->build, progress->target,
            platform_sentence(progress->run->platform));
}

static void on_record(void *context, const struct run *run, const struct wire_record *record)
{
    struct progress *progress = context;
    if (progress->run != run) {
        progress->run = run;
        progress->began = clock_seconds();
        if (progress->on)
            announce(progress);
    }
    if (text_is(record->kind, "bench")) {
        progress->of_bench = 0;
        if (run->n_benches == 1)
            progress->began = clock_seconds(); /* self-tests and calibration are no passes */
    }
    bool tick = text_is(record->kind, "tick");
    progress->of_bench += tick;
    if (tick)
        progress->ticked = clock_seconds();
    if (tick && clock_seconds() - progress->drawn > REDRAW)
        draw(progress);
}

static void on_passing(void *context)
{
    struct progress *progress = context;
    if (clock_seconds() - progress->drawn > REDRAW_IDLE)
        draw(progress);
}

struct watcher progress_open(struct progress *progress, const char *target)
{
    const char *term = getenv("TERM");
    bool terminal = isatty(STDERR_FILENO) && !(term && !strcmp(term, "dumb"));
    *progress = (struct progress){.on = terminal, .target = target};
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
