/*
 * SPDX-License-Identifier: MIT
 * The cost of an event on a machine: as measured there by benchmarks (suite `machine`), otherwise
 * as documented.
 */
#pragma once

#include "host/data/run/run.h"

enum penalty_name {
    PENALTY_FLUSH,
    PENALTY_CODE_MISS,
    PENALTY_READ_MISS,
    PENALTY_PAGE_WALK,
    PENALTY_MISALIGNED,
    PENALTY_BANK,
    PENALTY_LOCKED,
    PENALTY_IO,
    PENALTIES,
};

struct penalty {
    double value, low, high; /* clocks; NAN if unknown */
    bool measured;           /* on this machine */
};

struct penalties {
    struct penalty of[PENALTIES];
    char from[200]; /* a sentence that names their source */
};

/*
 * Uses `machine`, a run of the same machine; if it is NULL, the documented values for the processor
 * of `run`.
 */
void penalties_find(const struct run *run, const struct run *machine, struct penalties *penalties);
