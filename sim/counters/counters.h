/*
 * SPDX-License-Identifier: MIT
 * Common interface of all simulated counters: the source of their counts, and their visible state.
 * A model generates events and totals; the counters here count them.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* The model as its counters see it: totals that only increase. */
struct counter_source {
    /* Total of the event select `code` as counter number `counter` interprets it. */
    uint64_t (*event)(void *model, unsigned code, unsigned counter);
    uint64_t (*clocks)(void *model, unsigned counter);
    void *model;
};

/* The visible state of a counter. */
struct counter_look {
    uint64_t value;
    int64_t overflows;    /* carries out of its last bit since reset */
    bool pin_on_overflow; /* its pin, PM0 or PM1, signals overflows instead of increments */
    unsigned lag;         /* clocks from an overflow to its pin */
    bool clocks;          /* it counts clocks, in the rings below */
    bool ring_3, ring_0;  /* ring 3; rings 0 to 2 */
};
