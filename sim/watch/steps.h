/*
 * SPDX-License-Identifier: MIT
 * --steps: each instruction of a stretch of execution, one a line, with its clocks, its pipe, what
 * it lost and what it waited for in the x87 unit: for programs to read. README.md has the columns.
 */
#pragma once

#include <stdio.h>

#include "sim/load/symbols.h"
#include "sim/watch/observe.h"

#define STEPS_USUAL 20000u
#define STEPS_MOST  1000000u

struct steps_config {
    const struct symbols *symbols;
    const char *machine; /* a sentence about the processor, for the file's head */
    bool from_given, to_given, behind_given;
    uint32_t from;        /* it begins at the `turn`-th time that execution reaches this, ... */
    unsigned turn;        /* ... from 1, else with the run */
    uint32_t behind;      /* that is counted once execution has reached this ... */
    unsigned behind_turn; /* ... so often */
    uint32_t to;          /* and ends when execution then reaches this, ... */
    unsigned most;        /* ... or behind so many instructions */
    bool then_enough;     /* the run ends with it */
};

struct steps;

/* NULL where memory is short. What config points at must live on. */
struct steps *steps_create(const struct steps_config *config, FILE *to);
void steps_destroy(struct steps *steps);

/* One instruction, executed once. Whether the run may end: the stretch has, and no more is wanted.
 */
bool steps_instruction(struct steps *steps, const struct observation *seen);

/* What is kept back is written. */
void steps_finish(struct steps *steps);
