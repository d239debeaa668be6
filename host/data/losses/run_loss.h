/*
 * SPDX-License-Identifier: MIT
 * Describes what was lost of a run: records, results and samples.
 */
#pragma once

#include "host/data/run/run.h"

/* Returns "1 of 812 results lost", or NULL if nothing was lost; stored in the run's strings. */
const char *run_loss_sentence(struct run *run);
