/*
 * SPDX-License-Identifier: MIT
 * Finds equivalent orders of a loop's instructions. A move is a sequence of exchanges of
 * neighbours. Each exchange must preserve registers and memory; each reader of a flag must keep its
 * writers: the last instruction that always writes the flag, and those after it that may.
 */
#include "host/analysis/code/reordering.h"

#include <stdlib.h>
#include <string.h>

#define FAR_IN_LONG_LOOPS 8u /* longest move in loops of more than LONG_LOOP instructions */
#define LONG_LOOP         32u
#define SHORT_LOOP        14u /* up to this length, two moves are tried */

bool reordering_is_possible(const struct code_form *forms, unsigned n)
{
    for (unsigned i = 0; i + 1 < n; i++)
        if (forms[i].branch || forms[i].insn.timing.ends_block || forms[i].effects.stores_address)
            return false;
    return n > 2 && n <= CODE_MOST && forms[n - 1].relative;
}

static bool touches_memory(const struct insn_effects *effects)
{
    return effects->reads_memory || effects->writes_memory;
}

/* Returns whether two neighbours can be exchanged, without regard to flags. */
static bool reordering_exchangeable(const struct insn_effects *a, const struct insn_effects *b)
{
    if (a->orders || b->orders || (a->x87 && b->x87))
        return false;
    if ((a->registers_written & (b->registers_read | b->registers_written)) ||
        (b->registers_written & a->registers_read))
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

/* Instructions that may have written a flag, from the last one back to one that always writes it:
 * numbers in the old order, plus n for the iteration before. */
struct flag_writers {
    unsigned n;
    uint16_t numbers[CODE_MOST];
};

/* Finds the writers of the flag before position `at`; n for the end of the iteration. */
static void reordering_flag_writers(const struct code_form *forms, unsigned n,
                                    const struct reordering_move *move, unsigned at, uint32_t flag,
                                    struct flag_writers *writers)
{
    writers->n = 0;
    for (unsigned back = 1; back <= n; back++) {
        unsigned number = (at + n - back) % n;
        number = move ? reordering_source(move, number) : number;
        const struct insn_effects *effects = &forms[number].effects;
        if ((effects->flags_set | effects->flags_changed) & flag)
            writers->numbers[writers->n++] = (uint16_t)(number + (back > at ? n : 0));
        if (effects->flags_set & flag)
            break;
    }
}

/* Returns those of `flags` whose writers differ between position `at` in the new order and `old` in
 * the old one. */
static uint32_t reordering_other_writers(const struct code_form *forms, unsigned n,
                                         const struct reordering_move *move, unsigned at,
                                         unsigned old, uint32_t flags)
{
    struct flag_writers now, then;
    uint32_t other = 0;
    for (uint32_t left = flags; left; left &= left - 1) {
        uint32_t flag = left & -left;
        reordering_flag_writers(forms, n, move, at, flag, &now);
        reordering_flag_writers(forms, n, NULL, old, flag, &then);
        if (now.n != then.n || memcmp(now.numbers, then.numbers, now.n * sizeof *now.numbers) != 0)
            other |= flag;
    }
    return other;
}

static bool reordering_same_flags(const struct code_form *forms, unsigned n,
                                  const struct reordering_move *move)
{
    for (unsigned at = 0; at < n; at++) {
        unsigned old = reordering_source(move, at);
        if (reordering_other_writers(forms, n, move, at, old, forms[old].effects.flags_read))
            return false;
    }
    return true;
}

bool reordering_is_same(const struct code_form *forms, unsigned n, struct reordering_move *move)
{
    unsigned low = move->from < move->to ? move->from + 1 : move->to;
    unsigned high = move->from < move->to ? move->to : move->from - 1;
    if (move->from == move->to || high + 1 >= n || move->from + 1 >= n)
        return false; /* the branch stays last */
    for (unsigned i = low; i <= high; i++)
        if (!reordering_exchangeable(&forms[move->from].effects, &forms[i].effects))
            return false;
    if (!reordering_same_flags(forms, n, move))
        return false;
    move->flags = reordering_other_writers(forms, n, move, n, n, FLAGS_STATUS | FLAG_D);
    return true;
}

static unsigned reordering_distance(const struct reordering_move *move)
{
    return move->from < move->to ? move->to - move->from : move->from - move->to;
}

/* Among equals the one that leaves the flags after the loop, then the shortest. */
static bool reordering_is_better(const struct reordering_move *move,
                                 const struct reordering_move *best, bool found)
{
    if (move->clocks != best->clocks || !found)
        return move->clocks < best->clocks;
    if (!move->flags != !best->flags)
        return !move->flags;
    return reordering_distance(move) < reordering_distance(best);
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
            if (reordering_is_better(&move, best, found)) {
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
