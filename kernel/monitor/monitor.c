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
#include "kernel/monitor/loaded.h"
#include "kernel/monitor/session.h"
#include "kernel/monitor/stop.h"
#include "kernel/monitor/touched.h"

#define PROMPT_BYTES 96

struct session session;

static struct monitored monitored;
static jmp_buf next;
static uintptr_t free_from, first_free; /* ends of the arena between commands */

enum { FIRST_TIME, RUN_ENDED, FAULTED };

const char *session_prompt(void)
{
    static char text[PROMPT_BYTES];
    const char *touched = touched_text();
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
static void faulted(const struct report_fault *fault) __attribute__((noreturn));
static void faulted(const struct report_fault *fault)
{
    write_dr7(0);
    refuse("that command faulted in the kernel: %s (vector %u), at %08x", fault->name,
           (unsigned)fault->vector, (unsigned)fault->eip);
    longjmp(next, FAULTED);
}

void session_end_run(const char *why)
{
    refuse("%s", why);
    longjmp(next, RUN_ENDED);
}

void session_keep_until(uintptr_t end)
{
    free_from = end ? end : first_free;
    memory_release(free_from);
}

void session_tell(const struct report_form *form)
{
    static const struct report_form *own;
    static struct report *beside;
    struct report *report = monitored.report;
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

void session_release(void)
{
    session_tell(NULL);
    monitored.run->pmc->stop();
    bench_memory_give_back();
    monitored.use_pages(PAGES_MIXED);
    memory_release(free_from);
    touched_look();
}

void session_show_touched(void)
{
    for (struct report *heard = monitored.report; heard; heard = heard->beside)
        heard->wire.touched = touched_text();
}

void session_answered(int status)
{
    session_show_touched();
    dialogue_answered(status, session_prompt());
}

static void do_line(char *line)
{
    console_prompt(dialogue_is_local(), session_end_run);
    session_answered(command_run(line));
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
    dialogue_open(on->report);
    free_from = first_free = memory_mark();
    loaded_install();
    typed_rest = command_rest;
    trap_report_to(faulted);
    say("Monitor: 'help' lists commands, 'bye' ends it. Numbers are hexadecimal.");
    if (setjmp(next) != FIRST_TIME) {
        stop_end();
        session_release();
        session_answered(-1);
    }
    for (;;)
        do_line(dialogue_read(session_prompt()));
}
