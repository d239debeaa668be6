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

/* The regions of a shape, each entered `trials` times. */
struct shape_regions {
    unsigned oldest, newest, absent, trials;
};

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

/* Returns the number of replaced lines in a thousand oldest ones, for one of the shapes. */
static inline int64_t given_up(const struct shape_regions *first, unsigned shape)
{
    const int64_t hit = cost(first->newest + shape, first->trials);
    const int64_t miss = cost(first->absent + shape, first->trials);

    return miss > hit ? (cost(first->oldest + shape, first->trials) - hit) * 1000 / (miss - hit)
                      : 0;
}

/*
 * Returns the name of the policy of a cache of n ways; n is 0 if unknown. Pseudo-LRU has replaced
 * two thirds with 4 ways, two fifths with 8; any other policy 1 in n.
 */
static inline const char *replacement(unsigned n, const struct shape_regions *first)
{
    for (unsigned i = 0; i < SHAPES; i++) {
        if (n != shapes[i])
            continue;
        const int64_t share = given_up(first, i);
        return share > (n == 2 ? 750 : 830) ? "LRU"
               : share > 1500 / n           ? "pseudo-LRU"
                                            : "neither LRU nor pseudo-LRU";
    }
    return n == 1 ? "direct-mapped" : "not seen";
}
