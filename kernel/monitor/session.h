/*
 * SPDX-License-Identifier: MIT
 * What the commands of a session share.
 */
#pragma once

#include "kernel/monitor/monitor.h"

extern struct session {
    const struct monitored *machine;
    struct config settings; /* in force: `set` changes them, and `run` begins with them */
    struct config once;     /* of one command: those, and what it says besides */
    char error[CONFIG_ERROR_BYTES];
} session;

/* What is loaded lies up to there, and stays; 0: nothing does. */
void session_keep_until(uintptr_t end);

/* Reports are told in that form, and to nobody beside; NULL: as before. */
void session_tell(const struct report_form *form);

/* The prompt as it is now, and what ends an answer with it: `status` is 0 or -1. */
const char *session_prompt(void);
void session_answered(int status);

/* Records have what was changed by hand from now on. */
void session_show_touched(void);

/* The run that a command began ends here, for that reason. */
void session_end_run(const char *why) __attribute__((noreturn));

/* Of an experiment that was measured, in whichever way it ended: what it held is free again. */
void session_release(void);
