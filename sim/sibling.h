/*
 * SPDX-License-Identifier: MIT
 * vpentium-p6 and vpentium-k7, which are this program with another timing model: they run
 * processors that this one has none for.
 */
#pragma once

#include <stdbool.h>

/* The processor is another program's; NULL is not. */
bool sibling_runs(const char *cpu);

/* Becomes that program, which lies beside this one, with the same command line. Returns where
 * that cannot be; one line on stderr has said why. */
void sibling_become(char **argv, const char *cpu);
