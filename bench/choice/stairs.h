/*
 * SPDX-License-Identifier: MIT
 * From times that climb in stairs to the ratio of two clocks. A step that rests `own` clocks of the
 * processor and waits for so many of the bus begins again with a clock of the bus.
 */
#pragma once

#include <stdint.h>

enum { RESTS = 12 };

struct stairs {
    uint32_t own;          /* clocks of the processor's, with a rest of 0; then of 1, and so on */
    unsigned rests, steps; /* of a region */
    int64_t seen[RESTS];   /* thousandths of a clock for each step */
};

/* So many clocks of the processor take so many of the bus; 0 for none. */
struct ratio {
    uint32_t core, bus;
};

#define STAIRS_WARM    16u
#define STAIRS_STEPS   48u
#define STAIRS_LONGEST 200u /* clocks of the bus */
#define STAIRS_ENDS    6000 /* thousandths that the ends of a region may be off */

/* Thousandths of a clock a step, in the long run. */
static inline int64_t stairs_step(struct ratio ratio, unsigned latency, uint32_t own)
{
    uint32_t now = 0, from = 0;

    for (unsigned i = 0; i < STAIRS_WARM + STAIRS_STEPS; i++) {
        const uint32_t edge = (now * ratio.bus + ratio.core - 1) / ratio.core + latency;

        if (i == STAIRS_WARM)
            from = now;
        now = (edge * ratio.core + ratio.bus - 1) / ratio.bus + own;
    }
    return (int64_t)(now - from) * 1000 / STAIRS_STEPS;
}

/* What all steps together are off; -1 where one is by too much. At which time in a clock of the bus
 * the first of a region begins is not known. */
static inline int64_t stairs_off(const struct stairs *stairs, struct ratio ratio, unsigned latency)
{
    const int64_t near = (ratio.core * 1000 / ratio.bus + STAIRS_ENDS) / stairs->steps;
    int64_t sum = 0;

    for (unsigned i = 0; i < stairs->rests; i++) {
        const int64_t off = stairs_step(ratio, latency, stairs->own + i) - stairs->seen[i];

        if (off > near || off < -near)
            return -1;
        sum += off < 0 ? -off : off;
    }
    return sum;
}

/* The latency that fits best, 0 for none; *off as stairs_off() says. */
static inline unsigned stairs_best(const struct stairs *stairs, struct ratio ratio, int64_t *off)
{
    unsigned best = 0;

    *off = -1;
    for (unsigned latency = 1; latency <= STAIRS_LONGEST; latency++) {
        const int64_t sum = stairs_off(stairs, ratio, latency);

        if (sum >= 0 && (*off < 0 || sum < *off)) {
            best = latency;
            *off = sum;
        }
    }
    return best;
}

static inline unsigned stairs_latency(const struct stairs *stairs, struct ratio ratio)
{
    int64_t off;

    return stairs_best(stairs, ratio, &off);
}

/* The ratio in halves that fits both best; none where no or several ones fit. */
static inline struct ratio stairs_ratio(const struct stairs *a, const struct stairs *b)
{
    struct ratio best = {0, 0};
    int64_t best_off = -1;

    for (uint32_t halves = 2; halves <= 10; halves++) {
        const struct ratio ratio = {halves & 1 ? halves : halves / 2, 1 + (halves & 1)};
        int64_t off_a, off_b;

        stairs_best(a, ratio, &off_a);
        stairs_best(b, ratio, &off_b);
        if (off_a < 0 || off_b < 0)
            continue;
        if (best_off < 0 || off_a + off_b < best_off) {
            best = ratio;
            best_off = off_a + off_b;
        }
    }
    return best;
}
