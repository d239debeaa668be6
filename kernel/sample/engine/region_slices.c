/*
 * SPDX-License-Identifier: MIT
 * Harvests the sums of the probes between two starts of the counters: the family's start functions
 * are wrapped, and the source's acknowledgement, which receives the interrupted registers.
 */
#include "kernel/sample/engine/region_slices.h"

#include "kernel/lib/string.h"
#include "kernel/machine/memory.h"
#include "kernel/sample/engine/interrupted_probe.h"
#include "kernel/sample/engine/sampler_state.h"

static const struct pmc *family;
static struct pmc dividing; /* the family with other start functions */
static const struct sample_source *opened;
static struct sample_source heard; /* the source with another acknowledgement */

static struct {
    const struct measured_region *region;
    unsigned n;
    struct region_slice *slices; /* [room][n] */
    unsigned room, stored;
    struct trap_frame *frame; /* of the interrupt that is handled, until its regions are closed */
    bool rest;                /* a counted run has ended whose last counts are not harvested */
} divided;

static struct {
    struct region_slice since; /* the last sample */
    uint32_t entries;          /* of the run, up to the last harvest */
} pending[REGIONS];

static struct region *region_slices_slot(unsigned i)
{
    return &regions[divided.region[i].number];
}

/* Returns the value from which a counter is started. */
static uint64_t region_slices_base(unsigned counter)
{
    return sampler.source->counts && counter == 0 ? -(uint64_t)sampler.remaining & COUNTER_MASK : 0;
}

/* Moves the sums of a region to its pending slice. */
static void region_slices_harvest(unsigned i)
{
    struct region *slot = region_slices_slot(i);
    struct region_slice *since = &pending[i].since;
    since->delta[REGION_NEAR] += (uint32_t)slot->near_sum;
    since->delta[REGION_FAR] += (uint32_t)slot->far_sum;
    since->entries += slot->entries - pending[i].entries;
    pending[i].entries = slot->entries;
    slot->near_sum = slot->far_sum = 0;
}

/* Adds the counts of a counter since the begin of a region, which begins again now. */
static void region_slices_count(unsigned i, unsigned counter)
{
    struct region *slot = region_slices_slot(i);
    uint64_t *begin = counter == REGION_NEAR ? &slot->near_begin : &slot->far_begin;
    const uint64_t now = counter < sampler.counters ? sampler_counter(counter) : *begin;
    pending[i].since.delta[counter] += (uint32_t)(now - *begin);
    pending[i].since.edges[counter]++;
    *begin = region_slices_base(counter);
}

/* Reports whether a sample was stored whose slice has not ended. */
static bool region_slices_stores(void)
{
    return sampler.end->n != divided.stored && divided.stored < divided.room;
}

/* Ends that slice. */
static void region_slices_store(unsigned i)
{
    divided.slices[divided.stored * divided.n + i] = pending[i].since;
    pending[i].since = (struct region_slice){.entries = 0};
}

/* Closes a region and begins it again with the next counters, if it is open. */
static void region_slices_close_one(unsigned i, const struct interrupted_probe *probe, bool store)
{
    const struct region *slot = region_slices_slot(i);
    const bool open = slot->entries != slot->exits;
    const bool counts[REGION_COUNTERS] = {[REGION_NEAR] = open && slot != probe->slot,
                                          [REGION_FAR] =
                                              open && (slot != probe->slot || probe->near_read)};
    region_slices_harvest(i);
    for (unsigned c = 0; c < REGION_COUNTERS; c++)
        if (counts[c])
            region_slices_count(i, c);
    if (store)
        region_slices_store(i);
    for (unsigned c = 0; c < REGION_COUNTERS; c++)
        pending[i].since.edges[c] += counts[c];
}

/* Closes the regions between two groups. The counters are stopped. */
__attribute__((noinline)) static void region_slices_close(void)
{
    const struct interrupted_probe probe = interrupted_probe_settle(divided.frame);
    divided.frame = NULL;
    const bool store = region_slices_stores();
    for (unsigned i = 0; i < divided.n; i++)
        region_slices_close_one(i, &probe, store);
    divided.stored = sampler.end->n;
}

/*
 * Reports whether the counters are started by the handler of a sample while the benchmark runs. On
 * the stack of boot/launch.asm, where little is left, the run begins or has ended: its last counts
 * are harvested with the next repetition.
 */
static bool region_slices_is_sample(void)
{
    const uint32_t above = (uint32_t)launch_stack_top - (uint32_t)divided.frame;
    return divided.n && divided.frame && launch.begun && above > LAUNCH_STACK_BYTES;
}

static void region_slices_start(const struct pmc_counted counted[])
{
    if (region_slices_is_sample())
        region_slices_close();
    family->start(counted);
}

static void region_slices_start_armed(const struct pmc_counted counted[], uint32_t count)
{
    if (region_slices_is_sample())
        region_slices_close();
    family->start_armed(counted, count);
}

static bool region_slices_acknowledge(const struct trap_frame *frame)
{
    divided.frame = (struct trap_frame *)(uintptr_t)frame;
    return opened->acknowledge(frame);
}

/* ---- repetitions ---------------------------------------------------------------------------- */

static void (*begin_repetition)(void), (*begin_run)(void);

/*
 * Harvests the end of the last counted run, for the sample in its last instructions if there was
 * one. A rehearsal, which has no sample, is dropped.
 */
static void region_slices_begin_repetition(void)
{
    const bool store = region_slices_stores();
    for (unsigned i = 0; i < divided.n && divided.rest; i++) {
        region_slices_harvest(i);
        if (store)
            region_slices_store(i);
        else if (!sampler.end->repetitions)
            pending[i].since = (struct region_slice){.entries = 0};
    }
    divided.stored = sampler.end->n;
    divided.rest = false;
    begin_repetition();
}

static void region_slices_begin_run(void)
{
    for (unsigned i = 0; i < divided.n; i++) {
        struct region *slot = region_slices_slot(i);
        slot->entries = slot->exits = slot->unpaired = 0;
        slot->near_sum = slot->far_sum = 0;
        pending[i].entries = 0;
    }
    divided.rest = true;
    divided.frame = NULL;
    begin_run();
}

/* ---- sessions ------------------------------------------------------------------------------- */

void region_slices_open(void)
{
    family = sampler.pmc;
    dividing = *family;
    dividing.start = region_slices_start;
    dividing.start_armed = region_slices_start_armed;
    opened = sampler.source;
    heard = *opened;
    heard.acknowledge = region_slices_acknowledge;
    sampler.pmc = &dividing;
    sampler.source = &heard;
    region_slices_select(NULL, 0);
}

void region_slices_select(const struct measured_region *region, unsigned n)
{
    divided.region = region;
    divided.n = n;
}

void region_slices_setup(struct measure_setup *setup)
{
    if (!divided.n)
        return;
    begin_repetition = setup->begin_repetition;
    begin_run = setup->begin_run;
    setup->begin_repetition = region_slices_begin_repetition;
    setup->begin_run = region_slices_begin_run;
}

int region_slices_begin_session(const struct session *session)
{
    if (!divided.n)
        return 0;
    const size_t each = divided.n * sizeof *divided.slices;
    if (session->room > memory_left() / 2 / each)
        return E_MEASURE_MEMORY;
    divided.slices = memory_allocate(session->room * each);
    if (!divided.slices)
        return E_MEASURE_MEMORY;
    divided.room = session->room;
    divided.stored = 0;
    divided.rest = false;
    memset(pending, 0, sizeof pending);
    return 0;
}

const struct region_slice *region_slices_at(unsigned sample, unsigned region)
{
    return &divided.slices[sample * divided.n + region];
}
