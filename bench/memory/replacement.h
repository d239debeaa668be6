/*
 * SPDX-License-Identifier: MIT
 * Finds the line of a full set that a cache replaces by a new one, for data and code.
 */

/*
 * N lines that fill a set of N ways are used in some order, then one more line. "oldest N" is the
 * time to use the first of the order again. True LRU has always replaced that one. Pseudo-LRU, a
 * tree of bits that point away from the last use, has replaced another one if the last of the order
 * shares a half of the set with the first: with 4 ways in a third of all pairs of first and last.
 * FIFO and random replacement do not depend on the order. "newest N" uses the last of the order,
 * which is a hit, and "absent N" a line that is not in the cache.
 */
#pragma once

#include "bench/memory/infer.h"

#define SHAPES 3
#define TRIALS 56u /* the number of pairs of first and last among 8 */

static const unsigned shapes[SHAPES] = {2, 4, 8};

/* The order in which lines 0 to n - 1 are used, after `turns` uses of all of them. */
struct trial {
    unsigned n, first, last, turns;
};

/* The number of turns varies, so that the measurement meets the bus in all its phases. */
static inline struct trial trial_of(unsigned shape, unsigned number)
{
    const unsigned n = shapes[shape], first = number % n;

    return (struct trial){n, first, (first + 1 + number / n % (n - 1)) % n, 4 + number % 5};
}

/*
 * Returns the number of replaced lines in a thousand oldest ones. The regions are those of a shape.
 */
static inline int64_t given_up(unsigned oldest, unsigned newest, unsigned absent)
{
    const int64_t hit = cost(newest, TRIALS), miss = cost(absent, TRIALS);

    return miss > hit ? (cost(oldest, TRIALS) - hit) * 1000 / (miss - hit) : 0;
}

/*
 * Returns the name of the policy of a cache of n ways; n is 0 if unknown. Pseudo-LRU has replaced
 * two thirds with 4 ways, two fifths with 8; any other policy 1 in n. The regions are those of the
 * first shape.
 */
static inline const char *replacement(unsigned n, unsigned oldest, unsigned newest, unsigned absent)
{
    for (unsigned i = 0; i < SHAPES; i++) {
        if (n != shapes[i])
            continue;
        const int64_t share = given_up(oldest + i, newest + i, absent + i);
        return share > (n == 2 ? 750 : 830) ? "LRU"
               : share > 1500 / n           ? "pseudo-LRU"
                                            : "neither LRU nor pseudo-LRU";
    }
    return n == 1 ? "direct-mapped" : "not seen";
}
