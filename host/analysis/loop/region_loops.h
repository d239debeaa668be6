/*
 * SPDX-License-Identifier: MIT
 * Finds the loops of a region in the instructions that it executed: each loop is closed by a branch
 * back to its beginning.
 */
#pragma once

#include "host/analysis/code/code_form.h"
#include "host/analysis/loop/region_account.h"

struct region_loop {
    uint32_t first, end; /* its instructions are first..end-1 */
    double clocks;       /* of its instructions that are not in a nested loop */
    double all_clocks;
    double iterations;
};

/*
 * Returns the number of loops, at most MOST_LOOPS, with the most expensive first. `forms` are those
 * of the region's rows.
 */
enum { MOST_LOOPS = 16 };
unsigned region_loops_find(const struct account_region *region, const struct code_form *forms,
                           struct region_loop loops[MOST_LOOPS]);
