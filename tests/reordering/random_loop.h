/*
 * SPDX-License-Identifier: MIT
 * Generates loops of random instructions: any opcode, operand and prefix that decodes. The choice
 * does not use the effects that reordering depends on, but it rarely overwrites the
 * registers that address memory, so that most loops run without a fault.
 */
#pragma once

#include "host/analysis/code/code_form.h"

enum { RANDOM_LOOP_MOST = 9 };

struct random_loop {
    unsigned n; /* the last one is a branch */
    struct code_form forms[RANDOM_LOOP_MOST];
    char texts[RANDOM_LOOP_MOST][64];
};

uint32_t random_next(uint64_t *state);

/* Returns a number below `limit`. */
uint32_t random_below(uint64_t *state, uint32_t limit);

void random_loop_make(struct random_loop *loop, const struct model *model, uint64_t *state);
