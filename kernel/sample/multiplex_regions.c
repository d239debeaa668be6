/*
 * SPDX-License-Identifier: MIT
 * A region's count in a round is estimated like the whole run's: what the group's slices have
 * counted in the region, scaled by the length of the round. The overhead of the region's probes and
 * of handlers inside it is subtracted.
 */
#include "kernel/sample/multiplex_regions.h"

#include "kernel/lib/format.h"
#include "kernel/lib/string.h"
#include "kernel/machine/memory.h"
#include "kernel/measure/experiment/calibration.h"
#include "kernel/measure/region_names.h"
#include "kernel/sample/engine/region_slices.h"
#include "kernel/sample/sample_records.h"
#include "kernel/sample/sample_text.h"
#include "stats/sample_summary.h"

static struct {
    struct measured_region *region; /* in the arena */
    unsigned n;
    struct overhead *overhead; /* of an entry, by event */
} divided;

static int multiplex_regions_refuse(struct kernel_run *run, const char *why)
{
    char text[200];
    format(text, sizeof text, "multiplex_regions: %s", why);
    run_error(run, text);
    return -1;
}

int multiplex_regions_check(struct kernel_run *run, const struct sample_source *source)
{
    const struct config *config = run->config;
    if (!config->multiplex_regions)
        return 0;
    if (run->pmc->calls)
        return multiplex_regions_refuse(run,
                                        "needs a Pentium, whose probes read two counters "
                                        "themselves; remove it");
    if (config->program[0] || !config->use_assembly_regions)
        return multiplex_regions_refuse(
            run,
            "divides the runs of benchmarks by their regions, not of programs, and not with "
            "use_assembly_regions=no; remove it");
    if (config->state != STATES_WARM)
        return multiplex_regions_refuse(run, "needs state=warm: a region's cold entries cost more");
    if (source->steady || (source->counts && config->privilege == RING_USER))
        return multiplex_regions_refuse(run,
                                        "needs source=timer, or in ring 0 source=event: rtc runs "
                                        "freely, and an NMI may interrupt the probes' gate");
    return 0;
}

/* Moves regions whose counts can be divided to the front; warns about the others. */
static unsigned multiplex_regions_select(const struct sampled *sampled, struct measurement *m)
{
    unsigned n = 0;
    for (unsigned i = 0; i < m->n_regions; i++) {
        char text[200];
        const struct measured_region region = m->region[i];
        const char *misuse = region_names_misuse(&region, NULL);
        if (!misuse && region.by == BY_PROBE) {
            m->region[n++] = region;
            continue;
        }
        format(text, sizeof text, "%s: region %u is not multiplexed: %s", sampled->benchmark->name,
               region.number, misuse ? misuse : "it is entered by libp5mon's stubs");
        REPORT(sampled->run->report, warning, sampled->run->config->warn_file, text);
    }
    return n;
}

int multiplex_regions_begin(const struct sampled *sampled)
{
    struct kernel_run *run = sampled->run;
    divided.n = 0;
    if (!run->config->multiplex_regions)
        return 0;
    struct measure_setup setup = sampler_whole_runs(run, sampled->benchmark, sampled->variant, 0);
    setup.whole = false;
    setup.repetitions = 1;
    struct measurement m;
    run->benchmark = sampled->benchmark->name;
    int failed = repetition_begin(sampled->benchmark, &setup, &m);
    if (!failed)
        failed = repetition_find_nested(&m);
    run->benchmark = NULL;
    divided.overhead = memory_allocate(run->plan.n_events * sizeof *divided.overhead);
    if (failed || !divided.overhead)
        return multiplex_regions_refuse(run, "the run that finds the regions failed");
    const struct calibrated empty = {&measure_empty, NULL, false};
    if (calibration_run_benchmark(run, sampled->variant, &empty, divided.overhead))
        return -1;
    divided.region = m.region;
    divided.n = multiplex_regions_select(sampled, &m);
    region_slices_select(divided.region, divided.n);
    if (divided.n)
        return 0;
    return multiplex_regions_refuse(run, "no region was entered that can be divided; remove it");
}

void multiplex_regions_end(void)
{
    region_slices_select(NULL, 0);
}

/* ---- evaluation ----------------------------------------------------------------------------- */

/* A region's counts of one counter in the slices of a group, in one round. */
struct region_round {
    int64_t counted;  /* without the handlers' */
    uint64_t entries; /* in all slices of the round */
};

static struct region_round multiplex_regions_round(const struct multiplex_rounds *rounds,
                                                   unsigned round, unsigned region, unsigned group,
                                                   unsigned counter)
{
    struct region_round sum = {0, 0};
    uint64_t edges = 0;
    for (unsigned s = round * rounds->slices; s < (round + 1) * rounds->slices; s++) {
        const struct region_slice *slice = region_slices_at(s, region);
        sum.entries += slice->entries;
        if (rounds->end->samples[s].group != group)
            continue;
        sum.counted += slice->delta[counter];
        edges += slice->edges[counter];
    }
    const fixed_t handler = rounds->sampled->cost[group].counted[counter];
    sum.counted -= fixed_to_int(fixed_multiply(handler, fixed_from_int((int64_t)edges) / 2));
    return sum;
}

/* The index of the event on that counter of the group, or -1. */
static int multiplex_regions_event(const struct kernel_run *run, unsigned group, unsigned counter)
{
    for (unsigned e = 0; e < run->plan.n_events; e++)
        if (run->plan.place[e].pass == (int)group && run->plan.place[e].place == counter)
            return (int)e;
    return -1;
}

/* The count over all rounds, and the half-width of its interval from the spread of the rounds. */
struct region_sum {
    uint64_t entries;
    fixed_t count, half_width;
};

static int multiplex_regions_sum(const struct multiplex_rounds *rounds, unsigned region,
                                 unsigned group, unsigned counter, struct region_sum *sum)
{
    const struct kernel_run *run = rounds->sampled->run;
    struct sample_summary summary;
    const uintptr_t mark = memory_mark();
    int64_t *values = memory_allocate(rounds->rounds * sizeof *values);
    *sum = (struct region_sum){0, 0, 0};
    int64_t total = 0;
    for (unsigned r = 0; values && r < rounds->rounds; r++) {
        const struct region_round round =
            multiplex_regions_round(rounds, r, region, group, counter);
        values[r] =
            rounds->exact ? round.counted : multiplex_scale(rounds, r, group, round.counted);
        total += values[r];
        sum->entries += round.entries;
    }
    const int failed =
        values ? sample_summary_compute(
                     values, rounds->rounds,
                     run->config->confidence_level_99 ? CONFIDENCE_99 : CONFIDENCE_95, &summary)
               : -1;
    memory_release(mark);
    if (failed)
        return -1;
    const fixed_t overhead =
        divided.overhead[multiplex_regions_event(run, group, counter)].warm * (int64_t)sum->entries;
    sum->count = fixed_from_int(total) - overhead;
    sum->half_width = summary.half_width * (int64_t)rounds->rounds;
    return 0;
}

static void multiplex_regions_send(const struct multiplex_rounds *rounds, unsigned i,
                                   unsigned group, const char *event, const struct region_sum *sum)
{
    const struct measured_region *region = &divided.region[i];
    const char *name = region_names_find(rounds->sampled->benchmark->name, region->number);
    struct record record;
    sample_record_begin(&record, rounds->sampled, "region_count");
    record_unsigned(&record, "region", region->number);
    if (name)
        record_text(&record, "region_name", name);
    record_text(&record, "event", event);
    record_text(&record, "of", rounds->exact ? "exact" : "estimate");
    record_unsigned(&record, "group", group);
    record_unsigned(&record, "rounds", rounds->rounds);
    record_unsigned(&record, "entries", sum->entries);
    record_fixed(&record, "count", sum->count);
    if (!rounds->exact && rounds->rounds > 1)
        record_fixed(&record, "ci", sum->half_width);
    if (region->inner_begins || region->inner_ends) {
        record_unsigned(&record, "inner_begins", region->inner_begins);
        record_unsigned(&record, "inner_ends", region->inner_ends);
    }
    sample_text_end(rounds->sampled->run, &record);
}

void multiplex_regions_report(const struct multiplex_rounds *rounds, unsigned group)
{
    const struct kernel_run *run = rounds->sampled->run;
    for (unsigned i = 0; i < divided.n && rounds->rounds; i++)
        for (unsigned c = 0; c < plan_sampled_counters(run->pmc); c++) {
            struct region_sum sum;
            const char *event = sample_record_event(run, group, c);
            if (!event)
                continue;
            if (multiplex_regions_sum(rounds, i, group, c, &sum))
                run_error(rounds->sampled->run,
                          "multiplex_regions: not enough memory, or a count is too large");
            else
                multiplex_regions_send(rounds, i, group, event, &sum);
        }
}
