/*
 * SPDX-License-Identifier: MIT
 * Counter selection for families whose pass may use any of many counters: the start functions first
 * determine the counters of the group, for the handler and for the probes. A P5 never uses this
 * file, so it is linked apart from the handlers (linker.ld).
 */
#include "kernel/lib/string.h"
#include "kernel/sample/engine/sampler_state.h"
#include "pmc/probe_reads.h"

static const struct pmc *family;
static struct pmc listing; /* the family with other start functions */

static void group_counters_list(const struct pmc_counted counted[])
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
        probe_reads_set_list(n, counter);
}

static void group_counters_start(const struct pmc_counted counted[])
{
    group_counters_list(counted);
    family->start(counted);
}

static void group_counters_start_armed(const struct pmc_counted counted[], uint32_t count)
{
    group_counters_list(counted);
    family->start_armed(counted, count);
}

const struct pmc *group_counters_open(const struct pmc *pmc)
{
    family = pmc;
    listing = *pmc;
    listing.start = group_counters_start;
    listing.start_armed = group_counters_start_armed;
    return &listing;
}

/*
 * Assigns all groups in advance, because this takes long. The counter that
 * interrupts is read by the probes even if a pass has no other event.
 */
void group_counters_begin_session(enum probe_read reading)
{
    const struct session *session = sampler.session;
    static struct pmc_counted counted[PMC_MAX_COUNTERS];
    sampler.msr[0] = 0; /* no counter is listed yet */
    for (unsigned g = 0; g < session->n_groups; g++) {
        memcpy(counted, session->groups[g].counted, sizeof counted);
        if (session->source->counts)
            counted[0] = session->trigger;
        uint8_t counter = (uint8_t)pmc_counter_at(family, counted, 0);
        if (session->source->counts)
            probe_reads_set(family, reading, 0, 1, &counter);
    }
}
