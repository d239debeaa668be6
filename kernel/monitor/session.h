/*
 * SPDX-License-Identifier: MIT
 * State that the commands of a monitor session share.
 */
#pragma once

#include "kernel/monitor/monitor.h"

extern struct session {
    const struct monitored *machine;
    struct config settings; /* current settings: `set` changes them, `run` starts from them */
    struct config once;     /* for one command: the current settings changed by its words */
    char error[CONFIG_ERROR_BYTES];
} session;

/* Reserves the arena up to that address, for the loaded bytes; 0: reserves nothing. */
void monitor_reserve_until(uintptr_t end);

/*
 * Sends reports in that format only, without a second report on the screen; NULL restores the
 * default.
 */
void monitor_set_report_form(const struct report_form *form);

/*
 * monitor_prompt() returns the current prompt; monitor_end_answer() ends an answer with it,
 * `status` being 0 or -1.
 */
const char *monitor_prompt(void);
void monitor_end_answer(int status);

/* Makes records list the registers changed by hand from now on. */
void monitor_mark_records(void);

/* Ends the run that a command has started, with that reason. */
void monitor_end_run(const char *why) __attribute__((noreturn));

/* Releases the resources of an experiment, no matter how it ended. */
void monitor_release(void);
