/*
 * SPDX-License-Identifier: MIT
 * Counter selection for families whose pass may use any of many counters: the start functions first
 * determine the counters of the group, for the handler and for the probes. A P5 never uses this
 * file, so it is linked apart from the handlers (linker.ld).
 */
#include "kernel/lib/string.h"
#include "kernel/sample/engine/sampler_state.h"
#include "pmc/reading.h"

static const struct pmc *family;
static struct pmc listing; /* the family with other start functions */

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

/* Assigns all groups in advance, because too little stack is left where runs begin. */
void listed_begin_session(void)
{
    const struct session *session = sampler.session;
    static struct counted counted[PMC_MAX_COUNTERS];
    sampler.msr[0] = 0; /* no counter is listed yet */
    for (unsigned g = 0; g < session->n_groups; g++) {
        memcpy(counted, session->groups[g].counted, sizeof counted);
        if (session->source->counts)
            counted[0] = session->trigger;
        pmc_counter_at(family, counted, 0);
    }
}
