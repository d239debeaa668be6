/*
 * SPDX-License-Identifier: MIT
 * Finds other orders of a loop's instructions with the same effect, and their clocks.
 */
#pragma once

#include "host/analysis/code/code_form.h"

/* The instruction at `from` is moved to `to`; those between shift by one. */
struct reordering_move {
    unsigned from, to;
    unsigned clocks; /* of an iteration after the move, in hundredths, by the model's issue only */
    uint32_t flags;  /* those that another instruction determines after the loop */
};

/*
 * Returns whether the loop can be reordered: straight-line code except for its last instruction, a
 * branch.
 */
bool reordering_is_possible(const struct code_form *forms, unsigned n);

/* Applies a move to the order. */
void reordering_apply(const struct code_form *forms, unsigned n, const struct reordering_move *move,
                      struct code_form *moved);

/*
 * Returns whether the loop has the same effect after the move: registers, memory, the x87 and MMX
 * state, and all flags that the loop reads. Sets move->flags.
 */
bool reordering_is_same(const struct code_form *forms, unsigned n, struct reordering_move *move);

/*
 * Finds the best move of instruction `only`, or of any if it is n: the fewest clocks, and among
 * equals the shortest move. Returns false if no move takes less than `clocks`.
 */
bool reordering_best(struct model *model, const struct code_form *forms, unsigned n, unsigned only,
                     unsigned clocks, struct reordering_move *best);

/* Finds the best two successive moves, for loops in which a single move does not help. */
bool reordering_best_two(struct model *model, const struct code_form *forms, unsigned n,
                         unsigned clocks, struct reordering_move best[2]);
