/*
 * SPDX-License-Identifier: MIT
 * Ends a run and leaves the machine in the state that the BIOS had set up.
 */
#include "kernel/end_of_run.h"

#include "kernel/this_box.h"
#include "kernel/console/console.h"
#include "kernel/console/ending.h"
#include "kernel/every_experiment.h"
#include "kernel/machine/bus_masters.h"
#include "kernel/machine/watchdog.h"
#include "kernel/measure/fault_words.h"
#include "kernel/monitor/monitor.h"
#include "kernel/whole_run.h"

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

void say_done(void)
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

void end_may_be_a_prompt(void)
{
    ready = true;
}

static void leave(enum exit_way way) __attribute__((noreturn));

/*
 * Opens the monitor's prompt, which lasts until the user leaves it. Reports an error if the image
 * has no monitor.
 */
static void open_monitor(void)
{
    if (!monitor_run)
        run_error(&run, "exit=monitor: the small image has no monitor; boot the full image");
    else
        monitor_run(&(struct monitored){&run, &report, &box.cpu, &experiments.first,
                                        box_must_count(), measure, use_pages, leave});
}

static void leave(enum exit_way way)
{
    watchdog_put_back();
    bus_masters_put_back();
    failed = console_end(failed);
    if (way == EXIT_HALT && ready && monitor_wait) {
        ending_show(failed ? POST_FAILED : POST_OK);
        monitor_wait();
        bus_masters_off();
        open_monitor();
    }
    ending(way, failed);
}

void finish(void)
{
    say_done();
    if (ready && experiments.first.exit == EXIT_MONITOR)
        open_monitor();
    leave(experiments.first.exit);
}

void finish_after_fault(const struct report_fault *fault)
{
    struct report_fault with_benchmark = *fault;
    with_benchmark.bench = run.benchmark;
    with_benchmark.region = -1;
    fault_words(fault, with_benchmark.what, sizeof with_benchmark.what);
    run.errors++;
    REPORT(&report, fault, &with_benchmark);
    finish();
}

void finish_with_error(const char *what)
{
    run_error(&run, what);
    finish();
}
