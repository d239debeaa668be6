/*
 * SPDX-License-Identifier: MIT
 * vpentium-p6, which is this program with another timing model: it runs processors that this one
 * has none for.
 */
#pragma once

#include <stdbool.h>

/* The processor is the other program's; NULL is not. */
bool sibling_runs(const char *cpu);

/* Becomes the other program, which lies beside this one, with the same command line. Returns where
 * that cannot be; one line on stderr has said why. */
void sibling_become(char **argv, const char *cpu);
