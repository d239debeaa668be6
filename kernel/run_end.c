/*
 * SPDX-License-Identifier: MIT
 * Ends a run and leaves the machine in the state that the BIOS had set up.
 */
#include "kernel/run_end.h"

#include "kernel/this_machine.h"
#include "kernel/console/console.h"
#include "kernel/console/machine_exit.h"
#include "kernel/experiment_list.h"
#include "kernel/machine/bus_masters.h"
#include "kernel/machine/watchdog.h"
#include "kernel/measure/fault_words.h"
#include "kernel/monitor/monitor.h"
#include "kernel/run_state.h"

static bool failed; /* this run or an earlier one */
static bool ready;  /* any measurement is possible */

/*
 * Tests for an overrun of the kernel's stack: the lowest words of the stack start as zeros, so a
 * nonzero word there was overwritten.
 */
static bool stack_was_overrun(void)
{
    extern const uint32_t boot_stack[];
    return boot_stack[0] | boot_stack[1] | boot_stack[2] | boot_stack[3];
}

void run_end_report(void)
{
    if (stack_was_overrun())
        run_error(&run, "the kernel overran its own stack: do not trust this run");
    /* measure_executions is stored above line A20. */
    const unsigned runs = ready ? measure_executions : 0;
    struct report_done done = {run.results, run.errors,      run.hz ? run_milliseconds(&run) : 0,
                               runs,        run.repetitions, run.disturbed,
                               run.excess};
    REPORT(&report, done, &done);
    failed |= run.errors != 0;
}

void run_end_allow_prompt(void)
{
    ready = true;
}

static void run_end_exit(enum exit_way way) __attribute__((noreturn));

/*
 * Opens the monitor's prompt, which lasts until the user leaves it. Reports an error if the image
 * has no monitor.
 */
static void run_end_open_monitor(void)
{
    if (!monitor_run)
        run_error(&run, "exit=monitor: the small image has no monitor; boot the full image");
    else
        monitor_run(&(struct monitored){&run, &report, &this_machine.cpu, &experiments.first,
                                        this_machine_must_count(), experiment_list_measure,
                                        experiment_list_use_pages, run_end_exit});
}

static void run_end_exit(enum exit_way way)
{
    watchdog_restore();
    bus_masters_restore();
    failed = console_end(failed);
    if (way == EXIT_HALT && ready && esc_key_wait) {
        machine_exit_show(failed ? POST_FAILED : POST_OK);
        esc_key_wait();
        bus_masters_off();
        run_end_open_monitor();
    }
    machine_exit(way, failed);
}

void run_end(void)
{
    run_end_report();
    if (ready && experiments.first.exit == EXIT_MONITOR)
        run_end_open_monitor();
    run_end_exit(experiments.first.exit);
}

void run_end_after_fault(const struct report_fault *fault)
{
    struct report_fault with_benchmark = *fault;
    with_benchmark.bench = run.benchmark;
    with_benchmark.region = -1;
    fault_words(fault, with_benchmark.what, sizeof with_benchmark.what);
    run.errors++;
    REPORT(&report, fault, &with_benchmark);
    run_end();
}

void run_end_with_error(const char *what)
{
    run_error(&run, what);
    run_end();
}
