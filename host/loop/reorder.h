/*
 * SPDX-License-Identifier: MIT
 * Other orders of a loop's instructions in which it does the same, and what they would take.
 */
#pragma once

#include "host/loop/code_form.h"

/* The instruction at `from` is moved to `to`, those between close up. */
struct reorder_move {
    unsigned from, to;
    unsigned clocks; /* a turn then, in hundredths, by the model's issue alone */
};

/* Whether the loop can be reordered at all: a straight run that only its last instruction leaves.
 */
bool reorder_can(const struct code_form *forms, unsigned n);

/* The order as a move makes it. */
void reorder_apply(const struct code_form *forms, unsigned n, const struct reorder_move *move,
                   struct code_form *moved);

/* Whether the loop does the same behind the move: registers, flags, memory and the x87's stack. */
bool reorder_is_same(const struct code_form *forms, unsigned n, const struct reorder_move *move);

/*
 * The best move of instruction `only`, or of any where it is n: the fewest clocks, of those the
 * shortest way. False where none takes less than `clocks`.
 */
bool reorder_best(struct model *model, const struct code_form *forms, unsigned n, unsigned only,
                  unsigned clocks, struct reorder_move *best);

/* The best two moves, the second of what the first has made, where one alone does not help. */
bool reorder_best_two(struct model *model, const struct code_form *forms, unsigned n,
                      unsigned clocks, struct reorder_move best[2]);
