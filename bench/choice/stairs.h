/*
 * SPDX-License-Identifier: MIT
 * Infers the ratio of two clocks from times that grow in steps. A step that takes `own` processor
 * clocks and then waits for a number of bus clocks begins again with a bus clock.
 */
#pragma once

#include <stdint.h>

enum { RESTS = 12 };

struct stairs {
    uint32_t own;          /* processor clocks with a rest of 0; a rest adds its clocks */
    unsigned rests, steps; /* in a region */
    int64_t seen[RESTS];   /* thousandths of a clock per step */
};

/* `core` processor clocks take the time of `bus` bus clocks; 0: none. */
struct ratio {
    uint32_t core, bus;
};

#define STAIRS_WARM    16u
#define STAIRS_STEPS   48u
#define STAIRS_LONGEST 200u /* bus clocks */
#define STAIRS_ENDS    6000 /* tolerance for the ends of a region, thousandths */

/* Thousandths of a clock per step in the long run. */
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

/*
 * Returns the deviation summed over all steps, or -1 if one deviates by too much. The phase of the
 * bus clock at which a region's first step begins is unknown.
 */
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

/* Returns the latency that fits best, 0 for none; *off is as from stairs_off(). */
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

/* Returns the ratio, in halves, that fits both best; {0, 0} if none or several fit. */
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
