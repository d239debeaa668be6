/*
 * SPDX-License-Identifier: MIT
 * Nothing comes between bringing the machine into its state and the counted run but clearing the
 * slots of the regions in use and reading the time.
 */
#include "kernel/measure.h"

#include "kernel/memory.h"
#include "kernel/x86.h"

struct region regions[REGIONS + 1]; /* the last is REGION_WHOLE */

unsigned measure_executions;

static void empty_region(void)
{
    region_begin(0);
    region_end(0);
}

const struct benchmark measure_empty = {"empty", "an empty region", empty_region};

static void execute(const struct benchmark *benchmark)
{
    measure_executions++;
    benchmark->run();
}

static void execute_whole(const struct benchmark *benchmark)
{
    void (*run)(void) = benchmark->run;
    measure_executions++;
    region_begin(REGION_WHOLE);
    run();
    region_end(REGION_WHOLE);
}

static void clear(struct region *region)
{
    region->near_sum = region->far_sum = 0;
    region->entries = region->exits = 0;
}

/* The regions that a run of the benchmark touches. */
static void find_regions(struct measurement *out)
{
    for (unsigned r = 0; r < REGIONS; r++)
        clear(&regions[r]);
    execute(out->benchmark);
    for (unsigned r = 0; r < REGIONS; r++) {
        if (!regions[r].entries && !regions[r].exits)
            continue;
        out->region[out->n_regions] = (uint16_t)r;
        out->entries[out->n_regions] = regions[r].entries;
        out->exits[out->n_regions] = regions[r].exits;
        out->n_regions++;
    }
}

int measure_begin(const struct benchmark *benchmark, const struct measure_setup *setup,
                  struct measurement *out)
{
    *out = (struct measurement){.benchmark = benchmark, .setup = setup, .runs_per_sample = 1};
    find_regions(out);
    if (setup->whole) {
        out->n_regions = 1;
        out->region[0] = REGION_WHOLE;
        out->entries[0] = out->exits[0] = 1;
    }
    size_t samples = setup->repetitions;
    out->counts = memory_take(out->n_regions * P5_COUNTERS * samples * sizeof *out->counts);
    out->clocks = memory_take(samples * sizeof *out->clocks);
    return out->counts && out->clocks ? 0 : -1;
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

static void repeat_once(struct measurement *m)
{
    const struct measure_setup *setup = m->setup;
    void (*const run)(const struct benchmark *) = setup->whole ? execute_whole : execute;
    unsigned repetition = m->repetitions;

    if (setup->ablate)
        machine_ablate(setup->ablate);
    if (setup->state == STATE_WARM && !(setup->skip_first && repetition))
        run(m->benchmark);
    for (unsigned i = 0; i < m->n_regions; i++)
        clear(&regions[m->region[i]]);
    if (setup->state == STATE_COLD)
        machine_make_cold();

    uint64_t begin = rdtsc();
    run(m->benchmark);
    m->clocks[repetition] = (int64_t)(rdtsc() - begin);

    if (setup->ablate)
        machine_ablate(ABLATE_NONE);
    keep_samples(m, repetition);
    m->repetitions++;
}

void measure_repeat(struct measurement *m, unsigned repetitions)
{
    m->setup->pmc->start(m->setup->pass->events);
    while (m->repetitions < repetitions && m->repetitions < m->setup->repetitions)
        repeat_once(m);
    m->setup->pmc->stop();
}
