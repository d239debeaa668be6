/*
 * SPDX-License-Identifier: MIT
 * Ends a run and leaves the machine in the state that the BIOS had set up.
 */
#include "kernel/run_end.h"

#include "kernel/console/console.h"
#include "kernel/console/machine_exit.h"
#include "kernel/machine/bus_masters.h"
#include "kernel/machine/watchdog.h"
#include "kernel/measure/fault_words.h"

/*
 * Tests for an overrun of the kernel's stack: the lowest words of the stack start as zeros, so a
 * nonzero word there was overwritten.
 */
static bool stack_was_overrun(void)
{
    extern const uint32_t boot_stack[];
    return boot_stack[0] | boot_stack[1] | boot_stack[2] | boot_stack[3];
}

void run_end_report_fault(struct kernel_run *run, const struct report_fault *fault)
{
    struct report_fault with_benchmark = *fault;
    with_benchmark.bench = run->benchmark;
    with_benchmark.region = -1;
    fault_words(fault, with_benchmark.what, sizeof with_benchmark.what);
    run->tally.errors++;
    REPORT(run->report, fault, &with_benchmark);
}

void run_end_report(struct run_end *end)
{
    struct kernel_run *run = end->prepared.run;
    if (stack_was_overrun())
        run_error(run, "the kernel overran its own stack: do not trust this run");
    /* measure_executions is stored above line A20. */
    const unsigned executions = end->ready ? measure_executions : 0;
    struct report_done done = {.results = run->tally.results,
                               .errors = run->tally.errors,
                               .overheads = run->tally.overheads,
                               .suspects = run->tally.suspects,
                               .milliseconds = run_milliseconds(run),
                               .runs = executions,
                               .repetitions = run->tally.repetitions,
                               .disturbed = run->tally.disturbed,
                               .excess = run->tally.excess};
    REPORT(run->report, done, &done);
    end->failed |= run->tally.errors != 0;
}

/*
 * Opens the monitor's prompt, which lasts until the user leaves it. Reports an error if the image
 * has no monitor.
 */
static void run_end_open_monitor(const struct monitored *monitored)
{
    if (!monitor_run)
        run_error(monitored->run,
                  "exit=monitor: the small image has no monitor; boot the full image");
    else
        monitor_run(monitored);
}

void run_end_exit(struct run_end *end, enum exit_way way)
{
    if (end->ready && way == EXIT_MONITOR)
        run_end_open_monitor(&end->prepared);
    watchdog_restore();
    bus_masters_restore();
    end->failed = console_end(end->failed);
    if (way == EXIT_HALT && end->ready && esc_key_wait) {
        machine_exit_show(end->failed ? POST_FAILED : POST_OK);
        esc_key_wait();
        bus_masters_off();
        run_end_open_monitor(&end->prepared);
    }
    if (way == EXIT_POWEROFF)
        console_show_power_off();
    machine_exit(way, end->failed);
}
