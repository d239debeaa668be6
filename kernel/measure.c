/*
 * SPDX-License-Identifier: MIT
 * Nothing comes between bringing the machine into its state and the counted run but clearing the
 * slots of the regions in use and reading the time.
 */
#include "kernel/measure.h"

#include "boot/contain.h"
#include "boot/descriptors.h"
#include "kernel/lib/string.h"
#include "kernel/memory.h"
#include "kernel/paging.h"
#include "kernel/x86.h"

unsigned measure_executions;

const struct benchmark measure_empty = {"empty", "an empty region", region_empty};

/* What stands in the probes in place of RDMSR: instructions as long as that is. */
enum probe_form { FORM_RDMSR, FORM_INT, FORM_RDTSC };

/*
 * In ring 3 RDMSR faults; INT 32h reaches a gate that reads the counter. RDTSC reads the time-stamp
 * counter in either ring, on processors that have no RDMSR too. CPUID makes the processor fetch the
 * changed code.
 */
static void exchange_probes(const struct measure_setup *setup)
{
    static const uint8_t forms[][2] = {
        [FORM_RDMSR] = {0x0F, 0x32}, [FORM_INT] = {0xCD, 0x32}, [FORM_RDTSC] = {0x0F, 0x31}};
    static enum probe_form now = FORM_RDMSR;
    enum probe_form wanted = setup->ring == RING_USER ? FORM_INT : FORM_RDMSR;
    if (setup->pass->time_stamp)
        wanted = FORM_RDTSC;
    if (wanted == now)
        return;
    for (uint8_t *const *probe = probes_start; probe < probes_end; probe++)
        memcpy(*probe, forms[wanted], sizeof forms[wanted]);
    now = wanted;
    cpuid(0);
}

/* 0, or -1 where the routine did not return. */
static int execute(const struct measurement *m)
{
    measure_executions++;
    machine_reset_x87();
    if (contain_run(m->benchmark->run, paging_benchmark_stack(), m->setup->ring == RING_USER) == 0)
        return 0;
    descriptors_reload();
    return -1;
}

static int execute_whole(const struct measurement *m)
{
    region_begin(REGION_WHOLE);
    int failed = execute(m);
    region_end(REGION_WHOLE);
    return failed;
}

static void clear(struct region *region)
{
    region->near_sum = region->far_sum = 0;
    region->entries = region->exits = 0;
}

/* The regions that a run of the benchmark touches. */
static int find_regions(struct measurement *out)
{
    for (unsigned r = 0; r < REGIONS; r++)
        clear(&regions[r]);
    if (execute(out))
        return -1;
    for (unsigned r = 0; r < REGIONS; r++) {
        if (!regions[r].entries && !regions[r].exits)
            continue;
        out->region[out->n_regions] = (uint16_t)r;
        out->entries[out->n_regions] = regions[r].entries;
        out->exits[out->n_regions] = regions[r].exits;
        out->n_regions++;
    }
    return 0;
}

int measure_begin(const struct benchmark *benchmark, const struct measure_setup *setup,
                  struct measurement *out)
{
    *out = (struct measurement){.benchmark = benchmark, .setup = setup, .runs_per_sample = 1};
    exchange_probes(setup);
    if (find_regions(out))
        return E_MEASURE_FAULT;
    if (setup->whole) {
        out->n_regions = 1;
        out->region[0] = REGION_WHOLE;
        out->entries[0] = out->exits[0] = 1;
    }
    size_t samples = setup->repetitions;
    out->counts = memory_take(out->n_regions * P5_COUNTERS * samples * sizeof *out->counts);
    out->clocks = memory_take(samples * sizeof *out->clocks);
    return out->counts && out->clocks ? 0 : E_MEASURE_MEMORY;
}

int64_t *measurement_counts(const struct measurement *measurement, unsigned place, unsigned counter)
{
    return measurement->counts +
           (place * P5_COUNTERS + counter) * (size_t)measurement->setup->repetitions;
}

static void keep_samples(struct measurement *m, unsigned repetition)
{
    for (unsigned i = 0; i < m->n_regions; i++) {
        const struct region *region = &regions[m->region[i]];
        measurement_counts(m, i, 0)[repetition] = (int64_t)region->near_sum;
        measurement_counts(m, i, 1)[repetition] = (int64_t)region->far_sum;
        if (region->entries != m->entries[i] || region->exits != m->exits[i])
            m->varies[i] = true;
    }
}

static int repeat_once(struct measurement *m)
{
    const struct measure_setup *setup = m->setup;
    int (*const run)(const struct measurement *) = setup->whole ? execute_whole : execute;
    unsigned repetition = m->repetitions;
    int failed = 0;

    if (setup->ablate)
        machine_ablate(setup->ablate);
    if (setup->state == STATE_WARM && !(setup->skip_first && repetition))
        failed = run(m);
    for (unsigned i = 0; i < m->n_regions; i++)
        clear(&regions[m->region[i]]);
    if (setup->state == STATE_COLD)
        machine_make_cold();

    uint64_t begin = rdtsc();
    failed = failed || run(m);
    m->clocks[repetition] = (int64_t)(rdtsc() - begin);

    if (setup->ablate)
        machine_ablate(ABLATE_NONE);
    if (failed)
        return -1;
    keep_samples(m, repetition);
    m->repetitions++;
    return 0;
}

int measure_repeat(struct measurement *m, unsigned repetitions)
{
    int failed = 0;
    m->setup->pmc->start(m->setup->pass->events, m->setup->count_rings);
    while (!failed && m->repetitions < repetitions && m->repetitions < m->setup->repetitions)
        failed = repeat_once(m);
    m->setup->pmc->stop();
    return failed ? E_MEASURE_FAULT : 0;
}
