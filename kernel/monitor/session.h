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

/* Keeps the arena up to that address, for the loaded bytes; 0: keeps nothing. */
void session_keep_until(uintptr_t end);

/*
 * Sends reports in that format only, without a second report on the screen; NULL restores the
 * default.
 */
void session_tell(const struct report_form *form);

/*
 * session_prompt() returns the current prompt; session_answered() ends an answer with it, `status`
 * being 0 or -1.
 */
const char *session_prompt(void);
void session_answered(int status);

/* Makes records list the registers changed by hand from now on. */
void session_show_touched(void);

/* Ends the run that a command has started, with that reason. */
void session_end_run(const char *why) __attribute__((noreturn));

/* Releases the resources of an experiment, no matter how it ended. */
void session_release(void);
