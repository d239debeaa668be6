/*
 * SPDX-License-Identifier: MIT
 * The machine's part in a work queue that several virtual Pentiums share. The time for its records
 * does not count as time of the run, because a single machine would not spend it.
 */
#include "kernel/measure/run_experiment.h"

#include "kernel/lib/x86.h"
#include "kernel/measure/repetition.h"

/* The virtual Pentium's work queue (-work-queue). Without it the port reads as ones. */
#define PORT_DEAL 0xF8
#define NOT_DEALT UINT32_MAX

static uint64_t microseconds(const struct run *run, uint64_t clocks)
{
    return run->hz ? clocks * 1000000 / run->hz : 0;
}

static void say(struct run *run, const char *part)
{
    uint64_t now = rdtsc();
    struct report_dealt dealt = {
        .part = part,
        .number = run->deal.at,
        .so_far = {.results = run->results,
                   .errors = run->errors,
                   .runs = measure_executions,
                   .repetitions = run->repetitions,
                   .disturbed = run->disturbed},
        .microseconds = microseconds(run, now - run->started),
        .up = microseconds(run, now),
    };
    REPORT(run->report, dealt, &dealt);
    run->started += rdtsc() - now;
}

void deal_begin(struct run *run)
{
    run->deal = (struct deal){.mine = port_read32(PORT_DEAL)};
    run->deal.on = run->deal.mine != NOT_DEALT;
}

void deal_common(struct run *run)
{
    if (run->deal.on)
        say(run, "common");
}

void deal_cases(struct run *run)
{
    if (run->deal.on)
        say(run, "cases");
}

bool deal_takes(struct run *run)
{
    if (!run->deal.on)
        return true;
    bool mine = run->deal.at == run->deal.mine;
    if (mine)
        say(run, "case");
    else
        run->deal.at++;
    return mine;
}

void deal_done(struct run *run)
{
    if (!run->deal.on)
        return;
    say(run, "end");
    run->deal.at++;
    run->deal.mine = port_read32(PORT_DEAL);
}
