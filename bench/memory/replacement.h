/*
 * SPDX-License-Identifier: MIT
 * Which line of a full set a cache gives up for a new one, for data and code alike.
 *
 * N lines that fill a set of as many ways are used in some order, then a line more, then "oldest N"
 * is the time to use the first of the order again. True LRU has always given up that one. A tree of
 * bits that point away from what was used last has given up another one where the last of the order
 * shares a half of the set with the first: with 4 ways in a third of all pairs of first and last.
 * FIFO and random replacement do not care for the order. "newest N" uses the last of the order,
 * which is a hit, and "absent N" a line that is not there.
 */
#pragma once

#include "bench/memory/infer.h"

#define SHAPES 3
#define TRIALS 56u /* as there are pairs of first and last among 8 */

static const unsigned shapes[SHAPES] = {2, 4, 8};

/* The order in which lines 0 to n - 1 are used, after turns in which all are. */
struct trial {
    unsigned n, first, last, turns;
};

/* The turns vary so that what is measured finds the bus in all its phases. */
static inline struct trial trial_of(unsigned shape, unsigned number)
{
    const unsigned n = shapes[shape], first = number % n;

    return (struct trial){n, first, (first + 1 + number / n % (n - 1)) % n, 4 + number % 5};
}

/* Of a thousand oldest lines, how many were given up. The regions' numbers are those of a shape. */
static inline int64_t given_up(unsigned oldest, unsigned newest, unsigned absent)
{
    const int64_t hit = cost(newest, TRIALS), miss = cost(absent, TRIALS);

    return miss > hit ? (cost(oldest, TRIALS) - hit) * 1000 / (miss - hit) : 0;
}

/*
 * The policy, in words, of a cache of n ways, 0 where that is not known. Of trees of bits two
 * thirds with 4 ways, two fifths with 8; any other policy has 1 in n. The regions' numbers are
 * those of the first shape.
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
