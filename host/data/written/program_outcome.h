/*
 * SPDX-License-Identifier: MIT
 * Names the programs of a run, and describes how they ended.
 */
#pragma once

#include "host/data/run/run.h"

/*
 * Returns the names of all programs, by their index; free them with program_names_free(). A name is
 * that of the benchmark, wc. A further experiment with an executable of the same name is wc-2, and
 * so on, also in a log in which the benchmarks have one name. Variants of an experiment share its
 * name.
 */
char **program_names(const struct run *run);
void program_names_free(char **names, const struct run *run);

/* Returns the program of a result's variant; NULL if the result is not a program's. */
const struct program_run *program_find(const struct run *run, const struct result *result);

/* Prints a message for each program of the run that failed or whose status has no meaning. Returns
 * the number of those that failed. */
unsigned program_report_failures(const struct run *run);

/* Returns whether a program ended otherwise than with exit status 0, or, if main() is void, with
 * any. */
bool program_failed(const struct program_run *program);

/* Returns "exit status 3", "ended by signal 11 (SIGSEGV)" or "stopped", with the explanation. The
 * caller frees it. */
char *program_end_text(const struct program_run *program);
