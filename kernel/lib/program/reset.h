/*
 * SPDX-License-Identifier: MIT
 * What the archive's own variables are before a run, which hosted.ld does not put back.
 */
#pragma once

void signals_reset(void);
void quick_exit_reset(void);

/* abort() of programs, which may have a handler for SIGABRT. */
void program_abort(void) __attribute__((noreturn));
