/*
 * SPDX-License-Identifier: MIT
 * Estimates the remaining time. Passes take different times; an earlier run provides their
 * durations.
 */
#include "host/machines/live/time_left.h"

#include <stdio.h>

#include "host/data/run/pace_marks.h"

bool time_left_record(struct pace *pace, const struct run *run, const struct wire_record *record,
                      double now)
{
    bool first = pace->run != run;
    if (first)
        *pace = (struct pace){.run = run, .began = now, .ticked = now};
    if (text_is(record->kind, "bench"))
        pace->of_bench = 0;
    if (text_is(record->kind, "tick")) {
        pace->of_bench++;
        pace->ticked = now;
    }
    return first;
}

unsigned time_left_passes_done(const struct pace *pace)
{
    const struct run *run = pace->run;
    return run->passes_done > run->passes ? run->passes : run->passes_done;
}

unsigned time_left_bench_passes(const struct pace *pace)
{
    const struct run *run = pace->run;
    const struct plan_record *plan = run->n_plans ? &run->plans[run->n_plans - 1] : NULL;
    return plan ? plan->passes * (plan->variants ? plan->variants : 1) : 0;
}

/*
 * This part of the earlier run's duration is added to both times from which the ratio is computed,
 * so that the first ticks, which are short and irregular, have little influence.
 */
#define STEADY 0.02

double time_left_seconds(const struct pace *pace, double now)
{
    const struct run *run = pace->run;
    double then, whole;
    if (!pace_marks_read(run->pace, run->passes_done, run->passes, &then, &whole))
        return -1;
    double stretch = (pace->ticked - pace->began + STEADY * whole) / (then + STEADY * whole);
    double rest = stretch * whole - (now - pace->began);
    return rest > 0 ? rest : 0;
}

const char *time_left_text(const struct pace *pace, double now, char *text, size_t size)
{
    if (!pace->run->passes)
        return "";
    double rest = time_left_seconds(pace, now);
    const char *what = rest < 0 ? "elapsed" : "left";
    unsigned long seconds = (unsigned long)((rest < 0 ? now - pace->began : rest) + 0.5);
    if (seconds < 60)
        snprintf(text, size, "%lu s %s", seconds, what);
    else if (seconds < 3600)
        snprintf(text, size, "%lu min %lu s %s", seconds / 60, seconds % 60, what);
    else
        snprintf(text, size, "%lu h %lu min %s", seconds / 3600, seconds / 60 % 60, what);
    return text;
}
