/*
 * SPDX-License-Identifier: MIT
 * Runs all jobs of a file one after the other: each program with each experiment.
 */
#pragma once

#include "host/experiments/wishes.h"

/* Returns the program's exit status. */
int run_jobs(struct experiments *experiments, const struct experiment_wishes *wishes);
