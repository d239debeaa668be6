/*
 * SPDX-License-Identifier: MIT
 * Branch target buffer: stores branches by the address of their last byte (the tag of TR9, RBIL),
 * with their targets and the state of direction prediction.
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
    uint32_t counters; /* two levels: 16 two-bit counters, one for each history */
    uint8_t history;   /* state of the direction rule; two levels: the last outcomes, the latest
                          in bit 0 */
    bool valid;
};

#define BTB_STATES    4
#define BTB_HISTORIES 16 /* for two levels */

struct btb {
    struct btb_entry *entries;
    bool two_levels;
    uint8_t next[BTB_STATES][2]; /* next state, by state and outcome */
    bool taken[BTB_STATES];      /* prediction of each state */
    uint64_t *ages;
    uint8_t *recent; /* the way used last in each set: using it again changes no age */
    unsigned ways, way_shift, set_mask;
    bool random; /* random replacement */
    struct chance chance;
};

struct btb_config {
    struct shape shape;
    enum direction_rule rule;
    bool random; /* random replacement */
    uint64_t seed;
};

/* Returns 0, or -1 if out of memory. */
int btb_init(struct btb *btb, const struct btb_config *config);
void btb_release(struct btb *btb);
void btb_clear(struct btb *btb);

/*
 * Enters a branch, predicted to repeat its last outcome. It replaces an unused entry of its set,
 * else the oldest one or, with random replacement, any.
 */
void btb_enter(struct btb *btb, uint32_t tag, uint32_t target, bool taken);

/* Searches the ways that the set did not use last. */
struct btb_entry *btb_search(struct btb *btb, uint32_t tag);

/* Returns the branch's entry, or NULL. */
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
