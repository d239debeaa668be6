/*
 * SPDX-License-Identifier: MIT
 * Pairs the instructions of a block, and computes their clocks. The code before the block is not
 * known here: its first unit gets ATTENTION_ENTRY instead. The code after a full block is known:
 * see BLOCK_LOOKAHEAD.
 */
#include <string.h>

#include "sim/model/p5/p5_state.h"

#define ESP_BIT 0x10u

/* Number of units before a prefixed one whose time can hide its decoding. */
#define DECODE_REACH 2

/* Clocks of a pair, indexed by the clocks of U alone and V alone (Agner 10.4; Abrash 21). */
static const uint8_t pair_clocks[3][3] = {
    {1, 2, 3}, /* register or move */
    {2, 2, 3}, /* read and modify */
    {3, 4, 5}, /* read, modify and write */
};

/* Combines the two bits of ESP into one register. */
static unsigned pairing_whole(unsigned registers)
{
    return (registers & 0xff) | (registers & TIMING_IMPLICIT_ESP ? ESP_BIT : 0);
}

/* PUSH with PUSH or CALL, POP with POP: ESP is updated twice without a dependency. */
static bool pairing_is_stack_pair(const struct insn_timing *u, const struct insn_timing *v)
{
    return (u->writes & TIMING_IMPLICIT_ESP) && (v->writes & TIMING_IMPLICIT_ESP) &&
           u->memory == v->memory;
}

static bool pairing_is_dependent(const struct insn_timing *u, const struct insn_timing *v)
{
    unsigned written = pairing_whole(u->writes);

    if (pairing_is_stack_pair(u, v))
        written &= ~ESP_BIT | (u->writes & ESP_BIT);
    return written &
           (pairing_whole(v->reads) | pairing_whole(v->writes) | pairing_whole(v->addresses));
}

static bool pairing_is_x87(const struct insn *insn)
{
    return insn->timing.fpu != X87_NONE && insn->timing.fpu < X87_INTEGER_MULTIPLY;
}

/* Returns whether u and v pair; `following` is the instruction after them, or NULL. */
static bool pairing_is_allowed(const struct model *model, const struct insn *u,
                               const struct insn *v, const struct insn *following)
{
    const unsigned max_length = model->config.pairing.max_length;

    if (!model->pairing || u->length > max_length || v->length > max_length)
        return false;
    if (u->timing.pairing == PAIR_FX)
        return v->timing.pairing == PAIR_FXCH && following && pairing_is_x87(following);
    if (u->timing.pairing != PAIR_UV && u->timing.pairing != PAIR_PU)
        return false;
    if (v->timing.pairing != PAIR_UV && v->timing.pairing != PAIR_PV)
        return false;
    return !pairing_is_dependent(&u->timing, &v->timing) &&
           !mmx_timing_conflict(&u->timing, &v->timing);
}

static unsigned pairing_kind(unsigned latency)
{
    return latency <= 1 ? 0 : latency == 2 ? 1 : 2;
}

/*
 * Clocks that a V half adds to its U half. The matrix ends at 3 clocks alone: what an instruction
 * takes beyond that, as one with LOCK does, delays its pair by as much.
 */
static unsigned pairing_v_clocks(const struct insn_timing *u, const struct insn_timing *v)
{
    const unsigned kind = pairing_kind(v->latency), longest = 2;
    const uint8_t *row = pair_clocks[pairing_kind(u->latency)];
    const unsigned beyond = kind == longest ? v->latency - pair_clocks[0][longest] : 0;

    return row[kind] - row[0] + beyond;
}

static void pairing_assign_clocks(struct insn *u, struct insn *v)
{
    u->timing.clocks = u->timing.latency;
    if (!v)
        return;
    v->timing.clocks = 0; /* a paired FXCH is free */
    if (v->timing.pairing != PAIR_FXCH)
        v->timing.clocks = (uint16_t)pairing_v_clocks(&u->timing, &v->timing);
}

/*
 * The last instruction of a unit has the tail of the unit; its U half has a separate one, in case V
 * faults.
 */
static void pairing_assign_tails(struct insn *u, struct insn *v, unsigned before)
{
    u->timing.tail = (struct unit_tail){
        .writes = u->timing.writes, .clocks = u->timing.clocks, .before = (uint16_t)before};
    if (!v)
        return;
    v->timing.tail = u->timing.tail;
    v->timing.tail.writes |= v->timing.writes;
    v->timing.tail.clocks += v->timing.clocks;
}

static void pairing_assign_interlock(const struct model *model, struct insn *u,
                                     const struct insn *v, const struct unit_tail *last,
                                     uint8_t *so_far)
{
    const unsigned in_u = (u->timing.addresses & last->writes) != 0;
    const unsigned in_v = v && (v->timing.addresses & last->writes);

    if (model->config.free.agi)
        return;
    u->timing.agi = in_u || in_v;
    u->timing.clocks += u->timing.agi;
    *so_far += (uint8_t)(in_u + in_v);
}

static void pairing_reset_neighbours(struct insn *insn)
{
    struct insn_timing *timing = &insn->timing;

    timing->pipe = PIPE_U;
    timing->attention = 0;
    if (timing->fpu >= MMX_PLAIN)
        timing->attention = ATTENTION_MMX;
    else if (timing->fpu != X87_NONE)
        timing->attention = ATTENTION_X87;
    timing->agi = timing->agi_so_far = timing->v_so_far = 0;
    timing->clocks = timing->latency;
}

/* Marks the units to track: each one with prefixes, and DECODE_REACH units before it. */
static void pairing_assign_decoding(struct insn *insns, const uint8_t *units, unsigned count)
{
    bool followed = false;

    for (unsigned i = 0; i < count; i++) {
        struct insn *u = &insns[units[i]];
        bool near = false;

        for (unsigned j = i; j < count && j <= i + DECODE_REACH; j++) {
            const struct insn *ahead = &insns[units[j]];

            near |= ahead->timing.prefixes != 0;
            near |= ahead->timing.pipe == PIPE_U_PAIRED && ahead[1].timing.prefixes;
        }
        if (near) {
            u->timing.attention |= ATTENTION_DECODE | (followed ? 0 : ATTENTION_DECODE_FIRST);
            u->timing.tail.decode = 1;
            if (u->timing.pipe == PIPE_U_PAIRED) {
                u[1].timing.tail.decode = 1;
                u[1].timing.attention |= u[1].timing.prefixes ? ATTENTION_DECODE : 0;
            }
        }
        followed = near;
    }
}

/* The first unit waits for results of the previous block. */
static void pairing_assign_entry(struct insn *u)
{
    const bool paired = u->timing.pipe == PIPE_U_PAIRED;

    if (u->timing.addresses || (paired && u[1].timing.addresses) ||
        (u->timing.attention & ATTENTION_DECODE))
        u->timing.attention |= ATTENTION_ENTRY;
}

/*
 * Returns whether the last instruction of a full block might pair with an instruction that was not
 * decoded.
 */
static bool pairing_is_torn(const struct insn *last)
{
    return last->timing.pipe == PIPE_U && !last->timing.ends_block &&
           (last->timing.pairing == PAIR_UV || last->timing.pairing == PAIR_PU ||
            last->timing.pairing == PAIR_FX);
}

/*
 * The number of instructions to keep, so that pairs are the same as if the block did not end there.
 */
static unsigned pairing_kept_count(const struct insn *insns, unsigned count)
{
    const struct insn *last = &insns[BLOCK_MAX_INSNS - 1];

    return BLOCK_MAX_INSNS -
           (count > BLOCK_MAX_INSNS ? last->timing.pipe == PIPE_U_PAIRED : pairing_is_torn(last));
}

unsigned p5_pairing_assign(const struct model *model, struct insn *insns, unsigned count)
{
    struct unit_tail last = {0};
    uint8_t units[BLOCK_MAX_INSNS + BLOCK_LOOKAHEAD], unit_count = 0;
    uint8_t v_so_far = 0, agi_so_far = 0;

    if (count > BLOCK_MAX_INSNS + BLOCK_LOOKAHEAD)
        count = BLOCK_MAX_INSNS + BLOCK_LOOKAHEAD;
    for (unsigned i = 0; i < count; i++)
        pairing_reset_neighbours(&insns[i]);
    for (unsigned i = 0; i < count;) {
        struct insn *u = &insns[i];
        struct insn *v = i + 1 < count ? &u[1] : NULL;

        if (v && !pairing_is_allowed(model, u, v, i + 2 < count ? &u[2] : NULL))
            v = NULL;
        u->timing.pipe = v ? PIPE_U_PAIRED : PIPE_U;
        pairing_assign_clocks(u, v);
        pairing_assign_interlock(model, u, v, &last, &agi_so_far);
        pairing_assign_tails(u, v, last.clocks);
        u->timing.v_so_far = v_so_far;
        u->timing.agi_so_far = agi_so_far;
        if (v) {
            v->timing.pipe = PIPE_V;
            v->timing.v_so_far = ++v_so_far;
            v->timing.agi_so_far = agi_so_far;
        }
        last = v ? v->timing.tail : u->timing.tail;
        units[unit_count++] = (uint8_t)i;
        i += v ? 2 : 1;
    }
    pairing_assign_decoding(insns, units, unit_count);
    if (count)
        pairing_assign_entry(&insns[0]);
    if (count >= BLOCK_MAX_INSNS) {
        const unsigned keep = pairing_kept_count(insns, count);

        insns[keep - 1].timing.tail.goes_on = !insns[keep - 1].timing.ends_block;
        return keep;
    }
    return count;
}
