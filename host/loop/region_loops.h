/*
 * SPDX-License-Identifier: MIT
 * The loops of a region, from the instructions that it executed: each is closed by a branch that
 * goes back to its beginning.
 */
#pragma once

#include "host/loop/region_account.h"
#include "host/loop/code_form.h"

struct region_loop {
    uint32_t first, end; /* its instructions are first..end-1 */
    double clocks;       /* of those of them that are in no loop inside it */
    double all_clocks;
    double turns;
};

/* The dearest first; how many, MOST_LOOPS at most. `forms` are those of the region's rows. */
enum { MOST_LOOPS = 16 };
unsigned region_loops_find(const struct account_region *region, const struct code_form *forms,
                           struct region_loop loops[MOST_LOOPS]);
