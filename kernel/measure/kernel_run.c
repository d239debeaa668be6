/*
 * SPDX-License-Identifier: MIT
 * Emits the records of a run that any step may need: its progress and its errors.
 */
#include "kernel/measure/kernel_run.h"

#include "kernel/lib/x86.h"

uint32_t run_milliseconds(const struct kernel_run *run)
{
    return run->hz ? (uint32_t)((rdtsc() - run->started) * 1000 / run->hz) : 0;
}

void run_tick(struct kernel_run *run, unsigned passes_done)
{
    run->tally.passes_done = passes_done;
    REPORT(run->report, tick, passes_done, run->tally.passes_total, run_milliseconds(run));
}

void run_error(struct kernel_run *run, const char *what)
{
    run->tally.errors++;
    REPORT(run->report, error, what);
}
