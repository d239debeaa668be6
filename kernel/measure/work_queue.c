/*
 * SPDX-License-Identifier: MIT
 * The machine's part in a work queue that several virtual Pentiums share. The time for its records
 * does not count as time of the run, because a single machine would not spend it.
 */
#include "kernel/measure/work_queue.h"

#include "kernel/lib/x86.h"
#include "kernel/measure/kernel_run.h"

/* The virtual Pentium's work queue (-work-queue). Without it the port reads as ones. */
#define PORT_WORK_QUEUE 0xF8
#define NO_CASE         UINT32_MAX

static uint64_t microseconds(const struct kernel_run *run, uint64_t clocks)
{
    return run->hz ? clocks * 1000000 / run->hz : 0;
}

static void work_queue_report(struct kernel_run *run, const char *part)
{
    uint64_t now = rdtsc();
    struct report_queue_position position = {
        .part = part,
        .number = run->work_queue.at,
        .so_far = {.results = run->tally.results,
                   .errors = run->tally.errors,
                   .runs = measure_executions,
                   .repetitions = run->tally.repetitions,
                   .disturbed = run->tally.disturbed},
        .microseconds = microseconds(run, now - run->started),
        .up = microseconds(run, now),
    };
    REPORT(run->report, dealt, &position);
    run->started += rdtsc() - now;
}

void work_queue_begin(struct kernel_run *run)
{
    run->work_queue = (struct work_queue){.mine = port_read32(PORT_WORK_QUEUE)};
    run->work_queue.on = run->work_queue.mine != NO_CASE;
}

void work_queue_common(struct kernel_run *run)
{
    if (run->work_queue.on)
        work_queue_report(run, "common");
}

void work_queue_cases(struct kernel_run *run)
{
    if (run->work_queue.on)
        work_queue_report(run, "cases");
}

bool work_queue_next_is_ours(struct kernel_run *run)
{
    if (!run->work_queue.on)
        return true;
    bool mine = run->work_queue.at == run->work_queue.mine;
    if (mine)
        work_queue_report(run, "case");
    else
        run->work_queue.at++;
    return mine;
}

void work_queue_end_case(struct kernel_run *run)
{
    if (!run->work_queue.on)
        return;
    work_queue_report(run, "end");
    run->work_queue.at++;
    run->work_queue.mine = port_read32(PORT_WORK_QUEUE);
}
