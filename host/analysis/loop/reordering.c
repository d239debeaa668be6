/*
 * SPDX-License-Identifier: MIT
 * Finds equivalent orders of a loop's instructions. A move is a sequence of exchanges of
 * neighbours. Each exchange must preserve registers and memory; each reader of a flag must keep its
 * writer.
 */
#include "host/analysis/loop/reordering.h"

#include <stdlib.h>
#include <string.h>

#define FAR_IN_LONG_LOOPS 8u /* longest move in loops of more than LONG_LOOP instructions */
#define LONG_LOOP         32u
#define SHORT_LOOP        14u /* up to this length, two moves are tried */

bool reordering_is_possible(const struct code_form *forms, unsigned n)
{
    for (unsigned i = 0; i + 1 < n; i++)
        if (forms[i].branch || forms[i].insn.timing.ends_block)
            return false;
    return n > 2 && n <= CODE_MOST && forms[n - 1].relative;
}

static unsigned reordering_registers(unsigned mask)
{
    return (mask & 0xff) | (mask & TIMING_IMPLICIT_ESP ? 0x10 : 0);
}

static bool touches_memory(const struct code_form *form)
{
    return form->reads_memory || form->writes_memory;
}

/* Returns whether two neighbours can be exchanged, without regard to flags. */
static bool reordering_exchangeable(const struct code_form *a, const struct code_form *b)
{
    const struct insn_timing *x = &a->insn.timing, *y = &b->insn.timing;
    unsigned x_needs = reordering_registers(x->reads) | reordering_registers(x->addresses);
    unsigned y_needs = reordering_registers(y->reads) | reordering_registers(y->addresses);
    if (a->orders || b->orders || ((a->x87 || a->mmx) && (b->x87 || b->mmx)))
        return false;
    if ((reordering_registers(x->writes) & (y_needs | reordering_registers(y->writes))) ||
        (x_needs & reordering_registers(y->writes)))
        return false;
    return !((a->writes_memory && touches_memory(b)) || (b->writes_memory && touches_memory(a)));
}

static unsigned reordering_source(const struct reordering_move *move, unsigned at)
{
    if (at == move->to)
        return move->from;
    if (move->from < move->to)
        return at >= move->from && at < move->to ? at + 1 : at;
    return at > move->to && at <= move->from ? at - 1 : at;
}

void reordering_apply(const struct code_form *forms, unsigned n, const struct reordering_move *move,
                      struct code_form *moved)
{
    for (unsigned i = 0; i < n; i++)
        moved[i] = forms[reordering_source(move, i)];
}

/*
 * Returns the writer of the flag that the instruction at `at` reads: its number in the old order,
 * plus n if the writer is in the iteration before.
 */
static unsigned reordering_flag_writer(const struct code_form *forms, unsigned n,
                                       const struct reordering_move *move, unsigned at,
                                       uint32_t flag)
{
    for (unsigned back = 1; back <= n; back++) {
        unsigned number = (at + n - back) % n;
        number = move ? reordering_source(move, number) : number;
        if (forms[number].flags_written & flag)
            return number + (back > at ? n : 0);
    }
    return 2 * n;
}

static bool reordering_same_flags(const struct code_form *forms, unsigned n,
                                  const struct reordering_move *move)
{
    for (unsigned at = 0; at < n; at++) {
        unsigned old = reordering_source(move, at);
        for (uint32_t left = forms[old].flags_read; left; left &= left - 1) {
            uint32_t flag = left & -left;
            if (reordering_flag_writer(forms, n, move, at, flag) !=
                reordering_flag_writer(forms, n, NULL, old, flag))
                return false;
        }
    }
    return true;
}

bool reordering_is_same(const struct code_form *forms, unsigned n,
                        const struct reordering_move *move)
{
    unsigned low = move->from < move->to ? move->from + 1 : move->to;
    unsigned high = move->from < move->to ? move->to : move->from - 1;
    if (move->from == move->to || high + 1 >= n || move->from + 1 >= n)
        return false; /* the branch stays last */
    for (unsigned i = low; i <= high; i++)
        if (!reordering_exchangeable(&forms[move->from], &forms[i]))
            return false;
    return reordering_same_flags(forms, n, move);
}

static unsigned reordering_distance(const struct reordering_move *move)
{
    return move->from < move->to ? move->to - move->from : move->from - move->to;
}

bool reordering_best(struct model *model, const struct code_form *forms, unsigned n, unsigned only,
                     unsigned clocks, struct reordering_move *best)
{
    struct code_form *moved = calloc(n, sizeof *moved);
    bool found = false;
    best->clocks = clocks;
    for (unsigned from = 0; moved && from + 1 < n; from++) {
        for (unsigned to = 0; (only == n || only == from) && to + 1 < n; to++) {
            struct reordering_move move = {.from = from, .to = to};
            if (n > LONG_LOOP && reordering_distance(&move) > FAR_IN_LONG_LOOPS)
                continue;
            if (!reordering_is_same(forms, n, &move))
                continue;
            reordering_apply(forms, n, &move, moved);
            move.clocks = code_form_loop_clocks(model, moved, n);
            if (move.clocks < best->clocks ||
                (found && move.clocks == best->clocks &&
                 reordering_distance(&move) < reordering_distance(best))) {
                *best = move;
                found = true;
            }
        }
    }
    free(moved);
    return found;
}

bool reordering_best_two(struct model *model, const struct code_form *forms, unsigned n,
                         unsigned clocks, struct reordering_move best[2])
{
    struct code_form *moved = calloc(n, sizeof *moved);
    bool found = false;
    for (unsigned from = 0; moved && n <= SHORT_LOOP && from + 1 < n; from++) {
        for (unsigned to = 0; to + 1 < n; to++) {
            struct reordering_move first = {.from = from, .to = to, .clocks = clocks}, second;
            if (!reordering_is_same(forms, n, &first))
                continue;
            reordering_apply(forms, n, &first, moved);
            if (!reordering_best(model, moved, n, n, clocks, &second))
                continue;
            best[0] = first;
            best[1] = second;
            clocks = second.clocks;
            found = true;
        }
    }
    free(moved);
    return found;
}
