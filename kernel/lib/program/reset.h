/*
 * SPDX-License-Identifier: MIT
 * Resets the variables of the program library before a run; hosted.ld does not restore them.
 */
#pragma once

#include "kernel/lib/stdio.h"

void signals_reset(void);
void quick_exit_reset(void);
void descriptors_reset(void);

/* Releases the descriptor of a closed stream. */
void descriptors_release(FILE *stream);

/* abort() for programs, which may have a handler for SIGABRT. */
void program_abort(void) __attribute__((noreturn));
