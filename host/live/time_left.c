/*
 * SPDX-License-Identifier: MIT
 * The time left is what is left of the passes, at the pace so far.
 */
#include "host/live/time_left.h"

#include <stdio.h>

#include "host/base/clock.h"

bool pace_record(struct pace *pace, const struct run *run, const struct wire_record *record)
{
    bool first = pace->run != run;
    if (first)
        *pace = (struct pace){.run = run, .began = clock_seconds()};
    if (text_is(record->kind, "bench")) {
        pace->of_bench = 0;
        if (run->n_benches == 1)
            pace->began = clock_seconds(); /* self-tests and calibration are no passes */
    }
    if (text_is(record->kind, "tick")) {
        pace->of_bench++;
        pace->ticked = clock_seconds();
    }
    return first;
}

unsigned pace_done(const struct pace *pace)
{
    const struct run *run = pace->run;
    return run->passes_done > run->passes ? run->passes : run->passes_done;
}

unsigned pace_passes_of_bench(const struct pace *pace)
{
    const struct run *run = pace->run;
    const struct plan *plan = run->n_plans ? &run->plans[run->n_plans - 1] : NULL;
    return plan ? plan->passes * (plan->variants ? plan->variants : 1) : 0;
}

const char *pace_left(const struct pace *pace, double now, char *text, size_t size)
{
    if (!pace->run->passes_done)
        return "";
    double whole = (pace->ticked - pace->began) * pace->run->passes / pace->run->passes_done;
    double rest = whole - (now - pace->began);
    unsigned long seconds = rest > 0 ? (unsigned long)(rest + 0.5) : 0;
    if (seconds < 60)
        snprintf(text, size, "%lu s left", seconds);
    else if (seconds < 3600)
        snprintf(text, size, "%lu min %lu s left", seconds / 60, seconds % 60);
    else
        snprintf(text, size, "%lu h %lu min left", seconds / 3600, seconds / 60 % 60);
    return text;
}
