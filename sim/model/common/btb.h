/*
 * SPDX-License-Identifier: MIT
 * The branch target buffer: which branches it knows, by the address of their last byte (the tag of
 * TR9, RBIL), where they went, and which direction their past outcomes predict.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "sim/model/chance.h"
#include "sim/model/parameter_types.h"
#include "sim/model/plru.h"

struct btb_entry {
    uint32_t tag; /* linear address of the branch's last byte */
    uint32_t target;
    uint32_t counters; /* two levels: 16 of two bits, one for each history */
    uint8_t history;   /* a state of the direction rule; two levels: the last outcome in bit 0 */
    bool valid;
};

#define BTB_STATES    4
#define BTB_HISTORIES 16 /* of two levels */

struct btb {
    struct btb_entry *entries;
    bool two_levels;
    uint8_t next[BTB_STATES][2]; /* the state after one and an outcome */
    bool taken[BTB_STATES];      /* what a state predicts */
    uint64_t *ages;
    uint8_t *recent; /* of each set the way used last: using it again ages nothing */
    unsigned ways, way_shift, set_mask;
    bool random; /* which of a full set leaves */
    struct chance chance;
};

struct btb_config {
    struct shape shape;
    enum direction_rule rule;
    bool random; /* which of a full set leaves */
    uint64_t seed;
};

/* 0, or -1 without memory. */
int btb_init(struct btb *btb, const struct btb_config *config);
void btb_release(struct btb *btb);
void btb_clear(struct btb *btb);

/*
 * Takes a branch in, predicted to do again what it did, in place of an unused entry of its set, the
 * oldest, or any of them where the replacement is random.
 */
void btb_enter(struct btb *btb, uint32_t tag, uint32_t target, bool taken);

/* The entry looked for among the ways that its set did not use last. */
struct btb_entry *btb_search(struct btb *btb, uint32_t tag);

/* The branch's entry, or NULL. */
static inline struct btb_entry *btb_find(struct btb *btb, uint32_t tag)
{
    const unsigned set = tag & btb->set_mask;
    struct btb_entry *entry = &btb->entries[(set << btb->way_shift) + btb->recent[set]];

    return entry->tag == tag && entry->valid ? entry : btb_search(btb, tag);
}

static inline bool btb_predicts(const struct btb *btb, const struct btb_entry *entry)
{
    if (btb->two_levels)
        return entry->counters >> (2 * entry->history + 1) & 1;
    return btb->taken[entry->history];
}

static inline void btb_learn(const struct btb *btb, struct btb_entry *entry, bool taken)
{
    const unsigned shift = 2 * entry->history;

    if (!btb->two_levels) {
        entry->history = btb->next[entry->history][taken];
        return;
    }
    if (taken && (entry->counters >> shift & 3) != 3)
        entry->counters += 1u << shift;
    else if (!taken && (entry->counters >> shift & 3) != 0)
        entry->counters -= 1u << shift;
    entry->history = (uint8_t)((entry->history << 1 | taken) & (BTB_HISTORIES - 1));
}
