/*
 * SPDX-License-Identifier: MIT
 * Tree pseudo-LRU for up to 64 ways. Two ways have one bit, which is true LRU; four have three
 * bits, as in the Pentium's TLBs and the P55C's caches.
 */
#pragma once

#include <stdint.h>

/*
 * Node n has the children 2n and 2n+1; the root is 1. Bit n is set if the right half is the older
 * one.
 */
static inline uint64_t plru_touch(uint64_t tree, unsigned ways, unsigned way)
{
    if (ways == 2) /* shortcut for the common case; the loop gives the same result */
        return way ? tree & ~2ull : tree | 2;
    for (unsigned node = ways + way; node > 1; node >>= 1) {
        const uint64_t bit = 1ull << (node >> 1);

        tree = node & 1 ? tree & ~bit : tree | bit;
    }
    return tree;
}

/* The way used last according to the tree: touching it again changes nothing. */
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
