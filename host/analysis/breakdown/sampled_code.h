/*
 * SPDX-License-Identifier: MIT
 * Attributes samples to the instructions of a region's code that were executing. A sample has the
 * address of the next instruction; if several instructions can precede that one, they share the
 * sample in proportion to their own samples.
 */
#pragma once

#include "host/analysis/breakdown/region_code.h"
#include "host/analysis/profile/profiles.h"

/* Returns the samples of each instruction of the code. The caller frees the array. */
double *sampled_code(const struct profile *profile, const struct region_code *code);
