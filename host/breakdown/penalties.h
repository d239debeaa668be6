/*
 * SPDX-License-Identifier: MIT
 * What an event costs on a box: as benchmarks found there (suite `machine`), else as documented.
 */
#pragma once

#include "host/run/run.h"

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
    double value, low, high; /* clocks; NAN where nobody knows */
    bool measured;           /* on this box */
};

struct penalties {
    struct penalty of[PENALTIES];
    char from[200]; /* a sentence on where they are from */
};

/* From `machine`, a run of the same box, or NULL: then as documented for the processor of `run`. */
void penalties_find(const struct run *run, const struct run *machine, struct penalties *penalties);
