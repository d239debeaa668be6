/*
 * SPDX-License-Identifier: MIT
 * Scheduling of events into passes: each event goes into the first pass with a counter free for it,
 * which is optimal while every counter can count every event, as on the P5.
 */
#include "pmc/schedule.h"

static int place(const struct pmc *pmc, uint32_t usable, const struct event *event,
                 struct pass *pass)
{
    for (unsigned counter = 0; counter < pmc->counters; counter++) {
        if (!pass->events[counter] && (usable & event->counters & 1u << counter)) {
            pass->events[counter] = event;
            return 0;
        }
    }
    return -1;
}

int schedule(const struct pmc *pmc, uint32_t usable, const struct event *const events[], unsigned n,
             struct pass passes[], unsigned max_passes)
{
    unsigned used = 0;
    for (unsigned i = 0; i < n; i++) {
        unsigned p = 0;
        while (p < used && place(pmc, usable, events[i], &passes[p]))
            p++;
        if (p < used)
            continue;
        if (used == max_passes)
            return -1;
        passes[used] = (struct pass){0};
        if (place(pmc, usable, events[i], &passes[used++]))
            return -1;
    }
    return (int)used;
}

unsigned schedule_lower_bound(const struct pmc *pmc, uint32_t usable, unsigned n)
{
    unsigned counters = 0;
    for (unsigned counter = 0; counter < pmc->counters; counter++)
        counters += usable >> counter & 1;
    return counters ? (n + counters - 1) / counters : 0;
}
