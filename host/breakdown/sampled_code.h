/*
 * SPDX-License-Identifier: MIT
 * Samples on the instructions of a region's code that were under way. A sample has the address of
 * the next one; where several may have led there, they share it as often as each was seen itself.
 */
#pragma once

#include "host/breakdown/region_code.h"
#include "host/profile/profiles.h"

/* A number for each instruction of the code; to be freed. */
double *sampled_code(const struct profile *profile, const struct region_code *code);
