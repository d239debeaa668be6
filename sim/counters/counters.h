/*
 * SPDX-License-Identifier: MIT
 * What every family's counters have in common: where they get their counts from, and what the
 * outside sees of them. A model makes things happen and adds them up; who counts them is here.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* A model as its counters see it: totals that only ever grow. */
struct counter_source {
    /* Of the event select `code`, as counter number `counter` understands it. */
    uint64_t (*event)(void *model, unsigned code, unsigned counter);
    uint64_t (*clocks)(void *model, unsigned counter);
    void *model;
};

/* A counter as the outside sees it. */
struct counter_look {
    uint64_t value;
    int64_t overflows;    /* carries out of its last bit since reset */
    bool pin_on_overflow; /* its pin, PM0 or PM1, says overflows instead of increments, ... */
    unsigned lag;         /* ... so many clocks behind them */
    bool clocks;          /* it counts all clocks of some rings: ... */
    bool ring_3, ring_0;  /* ... of ring 3, of rings 0 to 2. Only a P5's says so */
};
