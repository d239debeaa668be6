/*
 * SPDX-License-Identifier: MIT
 * A repetition starts warm: an uncounted run of the benchmark comes right before it, and between
 * the two only the slots of the regions in use are cleared, so that caches and BTB stay as they
 * are.
 */
#include "kernel/measure.h"

#include "kernel/memory.h"
#include "kernel/x86.h"

struct region regions[REGIONS];

unsigned measure_executions;

static void execute(const struct benchmark *benchmark)
{
    measure_executions++;
    benchmark->run();
}

static void empty_region(void)
{
    region_begin(0);
    region_end(0);
}

const struct benchmark measure_empty = {"empty", "an empty region", empty_region};

static void clear(struct region *region)
{
    region->near_sum = region->far_sum = 0;
    region->entries = region->exits = 0;
}

/* The regions that a run of the benchmark touches. */
static void find_regions(const struct benchmark *benchmark, struct measurement *out)
{
    for (unsigned r = 0; r < REGIONS; r++)
        clear(&regions[r]);
    execute(benchmark);
    for (unsigned r = 0; r < REGIONS; r++) {
        if (!regions[r].entries && !regions[r].exits)
            continue;
        out->region[out->n_regions] = (uint8_t)r;
        out->entries[out->n_regions] = regions[r].entries;
        out->exits[out->n_regions] = regions[r].exits;
        out->n_regions++;
    }
}

static void repeat(const struct benchmark *benchmark, struct measurement *out, unsigned repetition)
{
    execute(benchmark);
    for (unsigned i = 0; i < out->n_regions; i++)
        clear(&regions[out->region[i]]);

    uint64_t begin = rdtsc();
    execute(benchmark);
    out->clocks[repetition] = (int64_t)(rdtsc() - begin);

    for (unsigned i = 0; i < out->n_regions; i++) {
        const struct region *region = &regions[out->region[i]];
        measurement_counts(out, i, 0)[repetition] = (int64_t)region->near_sum;
        measurement_counts(out, i, 1)[repetition] = (int64_t)region->far_sum;
        if (region->entries != out->entries[i] || region->exits != out->exits[i])
            out->varies[i] = true;
    }
}

int64_t *measurement_counts(const struct measurement *measurement, unsigned place, unsigned counter)
{
    return measurement->counts + (place * P5_COUNTERS + counter) * measurement->repetitions;
}

int measure(const struct benchmark *benchmark, const struct pmc *pmc, const struct pass *pass,
            unsigned repetitions, struct measurement *out)
{
    *out = (struct measurement){.repetitions = repetitions};
    find_regions(benchmark, out);
    out->counts = memory_take(out->n_regions * P5_COUNTERS * repetitions * sizeof *out->counts);
    out->clocks = memory_take(repetitions * sizeof *out->clocks);
    if (!out->counts || !out->clocks)
        return -1;
    pmc->start(pass->events);
    for (unsigned repetition = 0; repetition < repetitions; repetition++)
        repeat(benchmark, out, repetition);
    pmc->stop();
    return 0;
}
