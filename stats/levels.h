/*
 * SPDX-License-Identifier: MIT
 * Detects samples that form two groups, as when a loop meets the bus in one of two phases: a mean
 * between the two describes neither.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* The samples below the widest gap, and those above it: number and middle of each group. */
struct levels {
    uint32_t low_n, high_n;
    int64_t low, high; /* for an even number, the lower of the middle two */
};

/*
 * Reports whether an ascending array forms two groups: the widest gap between neighbours exceeds
 * one count and is at least four times as wide as either group, and each group has at least two
 * samples and at least an eighth of all. Smaller groups are outliers.
 */
bool levels_find(const int64_t *sorted, uint32_t n, struct levels *out);
