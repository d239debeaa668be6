/*
 * SPDX-License-Identifier: MIT
 * Where a pass takes any of many counters, the family's starts find out first which those of the
 * group are, for the handler and for the probes. A P5 never comes here, so it lies apart from what
 * handlers run (linker.ld).
 */
#include "kernel/lib/string.h"
#include "kernel/sample/engine/sampler_state.h"
#include "pmc/reading.h"

static const struct pmc *family;
static struct pmc listing; /* that, with other starts */

static void list(const struct counted counted[])
{
    uint8_t counter[SAMPLED_COUNTERS];
    bool same = true;
    unsigned n = 0;
    for (unsigned c = 0; c < sampler.counters && counted[c].event; c++, n++) {
        counter[c] = (uint8_t)pmc_counter_at(family, counted, c);
        same &= sampler.msr[c] == family->first_msr + counter[c];
        sampler.msr[c] = family->first_msr + counter[c];
    }
    if (!same)
        reading_list(n, counter);
}

static void start(const struct counted counted[])
{
    list(counted);
    family->start(counted);
}

static void start_armed(const struct counted counted[], uint32_t count)
{
    list(counted);
    family->start_armed(counted, count);
}

const struct pmc *listed_open(const struct pmc *pmc)
{
    family = pmc;
    listing = *pmc;
    listing.start = start;
    listing.start_armed = start_armed;
    return &listing;
}

/* All groups are assigned now: there is no stack for that where runs begin. */
void listed_begin_session(void)
{
    const struct session *session = sampler.session;
    static struct counted counted[PMC_MAX_COUNTERS];
    sampler.msr[0] = 0; /* nothing is listed for it yet */
    for (unsigned g = 0; g < session->n_groups; g++) {
        memcpy(counted, session->groups[g].counted, sizeof counted);
        if (session->source->counts)
            counted[0] = session->trigger;
        pmc_counter_at(family, counted, 0);
    }
}
