/*
 * SPDX-License-Identifier: MIT
 * Random numbers of the simulator from a seed: the same on any host, without floating point.
 * splitmix64: Steele, Lea and Flood, Fast splittable pseudorandom number generators, OOPSLA 2014.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/*
 * Users of random numbers. Each has a separate stream, so that one that draws more changes no
 * other.
 */
enum chance_stream {
    CHANCE_REGISTERS,
    CHANCE_SLIPS, /* for counter 0; counter 1's is the next */
    CHANCE_SLIPS_1,
    CHANCE_BTB,
    CHANCE_MASTER,
    CHANCE_SMI,
    CHANCE_LINE,
};

struct chance {
    uint64_t state;
};

static inline uint64_t chance_bits(struct chance *chance)
{
    uint64_t z = chance->state += 0x9e3779b97f4a7c15;

    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return z ^ z >> 31;
}

static inline struct chance chance_from(uint64_t seed, enum chance_stream stream)
{
    struct chance chance = {seed};

    chance.state = chance_bits(&chance) + stream;
    chance.state = chance_bits(&chance);
    return chance;
}

/* Returns 0 to n - 1. */
static inline uint32_t chance_below(struct chance *chance, uint32_t n)
{
    return (uint32_t)((chance_bits(chance) >> 32) * n >> 32);
}

/* Returns a uniformly distributed number from half the mean to one and a half times the mean. */
static inline uint64_t chance_around(struct chance *chance, uint32_t mean)
{
    return mean / 2 + ((chance_bits(chance) >> 32) * ((uint64_t)mean + 1) >> 32);
}

/*
 * Returns an exponentially distributed interval of at least 1, for events without memory. Uses
 * comparisons only: von Neumann, Various techniques used in connection with random digits, 1951. A
 * run of falling numbers that begins with u has an odd length with probability exp(-u); each run of
 * even length adds one mean.
 */
static inline uint64_t chance_interval(struct chance *chance, uint32_t mean)
{
    for (uint64_t means = 0;; means++) {
        const uint64_t first = chance_bits(chance) >> 32;
        uint64_t last = first;
        bool odd = true;

        for (uint64_t next; (next = chance_bits(chance) >> 32) < last; last = next)
            odd = !odd;
        if (odd)
            return means * mean + (first * mean >> 32) + 1;
    }
}
