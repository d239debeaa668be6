/*
 * SPDX-License-Identifier: MIT
 * The monitor's loop: reads a line and executes it. A command that does not return continues here:
 * after an exception that was not contained, or the end of a run.
 */
#include "kernel/monitor/monitor.h"

#include "kernel/console/console.h"
#include "kernel/lib/format.h"
#include "kernel/lib/setjmp.h"
#include "kernel/lib/x86.h"
#include "kernel/machine/memory.h"
#include "kernel/machine/trap.h"
#include "kernel/measure/bench_memory.h"
#include "kernel/monitor/command.h"
#include "kernel/monitor/line/dialogue.h"
#include "kernel/monitor/line/typed_line.h"
#include "kernel/monitor/loaded_code.h"
#include "kernel/monitor/session.h"
#include "kernel/monitor/stop.h"
#include "kernel/monitor/manual_changes.h"
#include "kernel/process/process.h"

#define PROMPT_BYTES 96

/* The small image runs no programs. */
#pragma weak process_deselect

struct session session;

static struct monitored monitored;
static jmp_buf next;
static uintptr_t free_from, first_free; /* ends of the arena between commands */

enum { FIRST_TIME, RUN_ENDED, FAULTED };

const char *monitor_prompt(void)
{
    static char text[PROMPT_BYTES];
    const char *touched = manual_changes_text();
    if (touched)
        format(text, sizeof text, "bareprobe [%s]> ", touched);
    else
        format(text, sizeof text, "bareprobe> ");
    return text;
}

/*
 * Handles an uncontained exception. Breakpoints are removed, since one in code executed here would
 * recur endlessly.
 */
static void monitor_faulted(const struct report_fault *fault) __attribute__((noreturn));
static void monitor_faulted(const struct report_fault *fault)
{
    write_dr7(0);
    dialogue_refuse("that command faulted in the kernel: %s (vector %u), at %08x", fault->name,
                    (unsigned)fault->vector, (unsigned)fault->eip);
    longjmp(next, FAULTED);
}

void monitor_end_run(const char *why)
{
    dialogue_refuse("%s", why);
    longjmp(next, RUN_ENDED);
}

void monitor_reserve_until(uintptr_t end)
{
    free_from = end ? end : first_free;
    memory_release(free_from);
}

void monitor_set_report_form(const struct report_form *form)
{
    static const struct report_form *own;
    static struct report_stream *beside;
    struct report_stream *report = monitored.run->report;
    if (form && !own) {
        own = report->form;
        beside = report->beside;
    }
    if (!own)
        return;
    report->form = form ? form : own;
    report->beside = form ? NULL : beside;
    if (!form)
        own = NULL;
}

void monitor_release(void)
{
    if (process_deselect)
        process_deselect();
    loaded_code_deselect();
    monitor_set_report_form(NULL);
    monitored.run->pmc->stop();
    bench_memory_release();
    monitored.use_pages(monitored.run, PAGES_MIXED);
    memory_release(free_from);
    manual_changes_recheck();
}

void monitor_mark_records(void)
{
    for (struct report_stream *heard = monitored.run->report; heard; heard = heard->beside)
        heard->wire.touched = manual_changes_text();
}

void monitor_end_answer(int status)
{
    monitor_mark_records();
    dialogue_end_answer(status, monitor_prompt());
}

static void monitor_run_line(char *line)
{
    console_prompt(dialogue_is_local(), monitor_end_run);
    monitor_end_answer(command_run(line));
}

void monitor_run(const struct monitored *on)
{
    static bool running;
    if (running)
        longjmp(next, RUN_ENDED);
    running = true;
    monitored = *on;
    session.machine = &monitored;
    session.settings = *on->config;
    dialogue_open(on->run->report);
    free_from = first_free = memory_mark();
    loaded_code_install();
    typed_rest = command_rest;
    trap_report_to(monitor_faulted);
    dialogue_print("Monitor: 'help' lists commands, 'bye' ends it. Numbers are hexadecimal.");
    if (setjmp(next) != FIRST_TIME) {
        stop_end();
        monitor_release();
        monitor_end_answer(-1);
    }
    for (;;)
        monitor_run_line(dialogue_read(monitor_prompt()));
}
