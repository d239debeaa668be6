/*
 * SPDX-License-Identifier: MIT
 * A table of the variables that the instructions of stored samples accessed.
 */
#pragma once

#include "host/analysis/profile/profiles.h"

/*
 * Prints the table of a profile whose registers were stored; of at most `most` rows, 0: all.
 * Returns -1 after a message if the run has no registers of stored samples.
 */
int data_table(const struct profile *profile, unsigned most, bool colour, FILE *to);
