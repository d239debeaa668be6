/*
 * SPDX-License-Identifier: MIT
 * A processor without event counters: events keep the P5's names, and none can be counted.
 */
#include "pmc/p5/p5_events.h"
#include "pmc/pmc.h"

static void nothing_to_start(const struct pmc_counted counted[])
{
    (void)counted;
}

static void nothing_to_stop(void)
{
}

const struct pmc tsc_pmc = {
    .name = "none",
    .events = p5_events,
    .n_events = P5_EVENTS,
    .start = nothing_to_start,
    .stop = nothing_to_stop,
};
