/*
 * SPDX-License-Identifier: MIT
 * Branch target buffer: creation, direction rules, entry and replacement.
 */
#include "sim/model/common/btb_array.h"

#include <stdlib.h>
#include <string.h>

/* Both one-level rules are state machines with four states; a new entry starts in the last one. */
static void btb_init_states(struct btb *btb, enum direction_rule rule)
{
    const unsigned last = BTB_STATES - 1;

    for (unsigned state = 0; state <= last; state++) {
        if (rule == DIRECTION_SATURATING) {
            btb->taken[state] = state >= BTB_STATES / 2;
            btb->next[state][0] = (uint8_t)(state ? state - 1 : 0);
            btb->next[state][1] = (uint8_t)(state < last ? state + 1 : last);
        } else { /* the state consists of the last two outcomes */
            btb->taken[state] = state != 0;
            btb->next[state][0] = state << 1 & last;
            btb->next[state][1] = (state << 1 & last) | 1;
        }
    }
}

int btb_init(struct btb *btb, const struct btb_config *config)
{
    const struct shape shape = config->shape;

    *btb = (struct btb){.ways = shape.ways, .set_mask = shape.sets - 1};
    while (1u << btb->way_shift < shape.ways)
        btb->way_shift++;
    btb->two_levels = config->rule == DIRECTION_TWO_LEVELS;
    btb_init_states(btb, config->rule);
    btb->random = config->random;
    btb->chance = chance_from(config->seed, CHANCE_BTB);
    btb->entries = calloc((size_t)shape.sets * shape.ways, sizeof *btb->entries);
    btb->ages = calloc(shape.sets, sizeof *btb->ages);
    btb->recent = calloc(shape.sets, 1);
    return btb->entries && btb->ages && btb->recent ? 0 : -1;
}

void btb_clear(struct btb *btb)
{
    const size_t sets = btb->set_mask + 1u;

    memset(btb->entries, 0, (sets << btb->way_shift) * sizeof *btb->entries);
    memset(btb->ages, 0, sets * sizeof *btb->ages);
    memset(btb->recent, 0, sets);
}

void btb_release(struct btb *btb)
{
    free(btb->entries);
    free(btb->ages);
    free(btb->recent);
    *btb = (struct btb){0};
}

static struct btb_entry *btb_use_way(struct btb *btb, unsigned set, unsigned way)
{
    btb->recent[set] = (uint8_t)way;
    btb->ages[set] = plru_touch(btb->ages[set], btb->ways, way);
    return &btb->entries[(set << btb->way_shift) + way];
}

struct btb_entry *btb_search(struct btb *btb, uint32_t tag)
{
    const unsigned set = tag & btb->set_mask;
    const struct btb_entry *entries = &btb->entries[set << btb->way_shift];

    for (unsigned way = 0; way < btb->ways; way++)
        if (entries[way].tag == tag && entries[way].valid)
            return btb_use_way(btb, set, way);
    return NULL;
}

void btb_enter(struct btb *btb, uint32_t tag, uint32_t target, bool taken)
{
    const unsigned set = tag & btb->set_mask;
    const uint8_t all = btb->two_levels ? BTB_HISTORIES - 1 : BTB_STATES - 1;
    unsigned way = 0;

    while (way < btb->ways && btb->entries[(set << btb->way_shift) + way].valid)
        way++;
    if (way == btb->ways)
        way = btb->random ? chance_below(&btb->chance, btb->ways)
                          : plru_victim(btb->ages[set], btb->ways);
    *btb_use_way(btb, set, way) = (struct btb_entry){
        .tag = tag,
        .target = target,
        .counters = taken ? UINT32_MAX : 0,
        .history = taken ? all : 0,
        .valid = true,
    };
}
