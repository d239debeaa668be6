/*
 * SPDX-License-Identifier: MIT
 * The same program with another timing model: vpentium-p6, vpentium-k7 and vpentium-netburst run
 * the processors for which this program has no model.
 */
#pragma once

#include <stdbool.h>

/* True if another program runs that processor; false for NULL. */
bool sibling_runs(const char *cpu);

/* Executes that program, from the same directory, with the same command line. Returns only if that
 * fails, after one line on stderr. */
void sibling_exec(char **argv, const char *cpu);
