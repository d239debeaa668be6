/*
 * SPDX-License-Identifier: MIT
 * Finds the benchmark that runs in place of each program of an experiment file.
 */
#pragma once

#include "host/pentium4/experiment_options.h"

/*
 * Selects a benchmark of the image `kernel` for each program: the one given on the command line,
 * otherwise the one whose name or last component is the program's command, otherwise the one whose
 * name is the program's label. `kernel` is NULL if there is no image. Returns 0, or -1 after
 * messages that list suggestions.
 */
int bench_programs_find(struct experiments *experiments, const struct experiment_options *options,
                        const char *kernel);
