/*
 * SPDX-License-Identifier: MIT
 * All jobs of a file, one after the other: each program with each experiment.
 */
#pragma once

#include "host/experiments/wishes.h"

/* The program's exit status. */
int run_jobs(struct experiments *experiments, const struct experiment_wishes *wishes);
