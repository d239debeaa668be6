/*
 * SPDX-License-Identifier: MIT
 * Finds equivalent orders of a loop's instructions. A move is a sequence of exchanges of
 * neighbours. Each exchange must preserve registers and memory; each reader of a flag must keep its
 * writer.
 */
#include "host/loop/reorder.h"

#include <stdlib.h>
#include <string.h>

#define FAR_IN_LONG_LOOPS 8u /* longest move in loops of more than LONG_LOOP instructions */
#define LONG_LOOP         32u
#define SHORT_LOOP        14u /* up to this length, two moves are tried */

bool reorder_can(const struct code_form *forms, unsigned n)
{
    for (unsigned i = 0; i + 1 < n; i++)
        if (forms[i].branch || forms[i].insn.timing.ends_block)
            return false;
    return n > 2 && n <= CODE_MOST && forms[n - 1].relative;
}

static unsigned whole(unsigned mask)
{
    return (mask & 0xff) | (mask & TIMING_IMPLICIT_ESP ? 0x10 : 0);
}

static bool touches_memory(const struct code_form *form)
{
    return form->reads_memory || form->writes_memory;
}

/* Returns whether two neighbours can be exchanged, without regard to flags. */
static bool exchangeable(const struct code_form *a, const struct code_form *b)
{
    const struct insn_timing *x = &a->insn.timing, *y = &b->insn.timing;
    unsigned x_needs = whole(x->reads) | whole(x->addresses);
    unsigned y_needs = whole(y->reads) | whole(y->addresses);
    if (a->orders || b->orders || ((a->x87 || a->mmx) && (b->x87 || b->mmx)))
        return false;
    if ((whole(x->writes) & (y_needs | whole(y->writes))) || (x_needs & whole(y->writes)))
        return false;
    return !((a->writes_memory && touches_memory(b)) || (b->writes_memory && touches_memory(a)));
}

static unsigned source_of(const struct reorder_move *move, unsigned at)
{
    if (at == move->to)
        return move->from;
    if (move->from < move->to)
        return at >= move->from && at < move->to ? at + 1 : at;
    return at > move->to && at <= move->from ? at - 1 : at;
}

void reorder_apply(const struct code_form *forms, unsigned n, const struct reorder_move *move,
                   struct code_form *moved)
{
    for (unsigned i = 0; i < n; i++)
        moved[i] = forms[source_of(move, i)];
}

/*
 * Returns the writer of the flag that the instruction at `at` reads: its number in the old order,
 * plus n if the writer is in the iteration before.
 */
static unsigned writer(const struct code_form *forms, unsigned n, const struct reorder_move *move,
                       unsigned at, uint32_t flag)
{
    for (unsigned back = 1; back <= n; back++) {
        unsigned number = (at + n - back) % n;
        number = move ? source_of(move, number) : number;
        if (forms[number].flags_written & flag)
            return number + (back > at ? n : 0);
    }
    return 2 * n;
}

static bool same_flags(const struct code_form *forms, unsigned n, const struct reorder_move *move)
{
    for (unsigned at = 0; at < n; at++) {
        unsigned old = source_of(move, at);
        for (uint32_t left = forms[old].flags_read; left; left &= left - 1) {
            uint32_t flag = left & -left;
            if (writer(forms, n, move, at, flag) != writer(forms, n, NULL, old, flag))
                return false;
        }
    }
    return true;
}

bool reorder_is_same(const struct code_form *forms, unsigned n, const struct reorder_move *move)
{
    unsigned low = move->from < move->to ? move->from + 1 : move->to;
    unsigned high = move->from < move->to ? move->to : move->from - 1;
    if (move->from == move->to || high + 1 >= n || move->from + 1 >= n)
        return false; /* the branch stays last */
    for (unsigned i = low; i <= high; i++)
        if (!exchangeable(&forms[move->from], &forms[i]))
            return false;
    return same_flags(forms, n, move);
}

static unsigned distance(const struct reorder_move *move)
{
    return move->from < move->to ? move->to - move->from : move->from - move->to;
}

bool reorder_best(struct model *model, const struct code_form *forms, unsigned n, unsigned only,
                  unsigned clocks, struct reorder_move *best)
{
    struct code_form *moved = calloc(n, sizeof *moved);
    bool found = false;
    best->clocks = clocks;
    for (unsigned from = 0; moved && from + 1 < n; from++) {
        for (unsigned to = 0; (only == n || only == from) && to + 1 < n; to++) {
            struct reorder_move move = {.from = from, .to = to};
            if (n > LONG_LOOP && distance(&move) > FAR_IN_LONG_LOOPS)
                continue;
            if (!reorder_is_same(forms, n, &move))
                continue;
            reorder_apply(forms, n, &move, moved);
            move.clocks = code_turn_clocks(model, moved, n);
            if (move.clocks < best->clocks ||
                (found && move.clocks == best->clocks && distance(&move) < distance(best))) {
                *best = move;
                found = true;
            }
        }
    }
    free(moved);
    return found;
}

bool reorder_best_two(struct model *model, const struct code_form *forms, unsigned n,
                      unsigned clocks, struct reorder_move best[2])
{
    struct code_form *moved = calloc(n, sizeof *moved);
    bool found = false;
    for (unsigned from = 0; moved && n <= SHORT_LOOP && from + 1 < n; from++) {
        for (unsigned to = 0; to + 1 < n; to++) {
            struct reorder_move first = {.from = from, .to = to, .clocks = clocks}, second;
            if (!reorder_is_same(forms, n, &first))
                continue;
            reorder_apply(forms, n, &first, moved);
            if (!reorder_best(model, moved, n, n, clocks, &second))
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
