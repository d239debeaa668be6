/*
 * SPDX-License-Identifier: MIT
 * What the archive's own variables are before a run, which hosted.ld does not put back.
 */
#pragma once

#include "kernel/lib/stdio.h"

void signals_reset(void);
void quick_exit_reset(void);
void descriptors_reset(void);

/* The stream is closed: it has no descriptor any more. */
void descriptors_forget(FILE *stream);

/* abort() of programs, which may have a handler for SIGABRT. */
void program_abort(void) __attribute__((noreturn));
