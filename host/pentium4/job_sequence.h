/*
 * SPDX-License-Identifier: MIT
 * Runs all jobs of a file one after the other: each program with each experiment.
 */
#pragma once

#include "host/pentium4/experiment_options.h"

/* Returns the program's exit status. */
int job_sequence_run(struct experiments *experiments, const struct experiment_options *options);
