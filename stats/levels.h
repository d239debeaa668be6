/*
 * SPDX-License-Identifier: MIT
 * Samples that fall into two groups, as where a loop meets the bus in one of two phases: a mean
 * between the two describes neither.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* The samples below the widest gap, and those above: how many, and the middle one of each. */
struct levels {
    uint32_t low_n, high_n;
    int64_t low, high; /* of an even number the lower of the middle two */
};

/*
 * Whether an ascending array falls into two groups: the widest gap between neighbours is of more
 * than one count, and four times as wide as either group, and each group has two samples, and an
 * eighth of all, or more. Fewer are outliers.
 */
bool levels_find(const int64_t *sorted, uint32_t n, struct levels *out);
