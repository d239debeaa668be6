/*
 * SPDX-License-Identifier: MIT
 * Tree pseudo-LRU for up to 64 ways: with two ways one bit, which is true LRU; with four the three
 * bits of the Pentium's TLBs and of the P55C's caches.
 */
#pragma once

#include <stdint.h>

/* Node n has the children 2n and 2n+1, the root is 1; bit n set: the older half is the right one.
 */
static inline uint64_t plru_touch(uint64_t tree, unsigned ways, unsigned way)
{
    if (ways == 2) /* the usual: the loop would do the same */
        return way ? tree & ~2ull : tree | 2;
    for (unsigned node = ways + way; node > 1; node >>= 1) {
        const uint64_t bit = 1ull << (node >> 1);

        tree = node & 1 ? tree & ~bit : tree | bit;
    }
    return tree;
}

/* The way whose use left the tree so: touching it again changes nothing. */
static inline unsigned plru_recent(uint64_t tree, unsigned ways)
{
    unsigned node = 1;

    while (node < ways)
        node = 2 * node + !((tree >> node) & 1);
    return node - ways;
}

static inline unsigned plru_victim(uint64_t tree, unsigned ways)
{
    if (ways == 2)
        return tree >> 1 & 1;

    unsigned node = 1;

    while (node < ways)
        node = 2 * node + ((tree >> node) & 1);
    return node - ways;
}
