/*
 * SPDX-License-Identifier: MIT
 * Statistics are made of a sorted copy: the samples keep the order in which they were taken.
 */
#include "kernel/result.h"

#include "kernel/lib/string.h"
#include "kernel/memory.h"
#include "kernel/regions.h"
#include "stats/outliers.h"
#include "stats/summary.h"

static enum confidence confidence(const struct run *run)
{
    return run->config->confidence_level_99 ? CONFIDENCE_99 : CONFIDENCE_95;
}

/* The statistics of sorted samples, whose outliers go if that was asked for. */
static int summarise_sorted(const struct run *run, int64_t *sorted, unsigned n, struct summary *s,
                            struct report_result *result)
{
    struct inliers usual = outliers_find(sorted, n, OUTLIERS_USUAL_MADS);
    result->outliers = n - usual.count;
    struct inliers kept = {0, n};
    if (run->config->cull)
        kept = outliers_find(sorted, n, run->config->cull);
    result->culled = n - kept.count;
    return summarise(sorted + kept.first, kept.count, confidence(run), s);
}

static fixed_t per_run(fixed_t value, unsigned runs)
{
    return runs == 1 ? value : fixed_divide(value, fixed_from_int(runs));
}

int result_values(struct run *run, const int64_t *samples, unsigned n, unsigned runs, fixed_t off,
                  struct report_result *result)
{
    uintptr_t mark = memory_mark();
    int64_t *sorted = memory_take(n * sizeof *sorted);
    if (!sorted) {
        run_error(run, "no memory left to sort the samples in; ask for fewer repetitions");
        return -1;
    }
    memcpy(sorted, samples, n * sizeof *sorted);
    struct summary s;
    int failed =
        summarise(sorted, n, confidence(run), &s); /* sorts, and refuses what is too large */
    if (!failed)
        failed = summarise_sorted(run, sorted, n, &s, result);
    memory_release(mark);
    if (failed) {
        run_error(run, "a count is beyond 2^42: measure a shorter region");
        return -1;
    }
    result->raw = per_run(s.mean, runs);
    result->corrected = (struct report_values){
        .n = s.n,
        .mean = result->raw - off,
        .deviation = per_run(s.deviation, runs),
        .half_width = per_run(s.half_width, runs),
        .minimum = per_run(fixed_from_int(s.minimum), runs) - off,
        .median = per_run(s.median, runs) - off,
        .maximum = per_run(fixed_from_int(s.maximum), runs) - off,
        .mode = per_run(fixed_from_int(s.mode), runs) - off,
    };
    return 0;
}

/* Why an event that no usable counter counts has no number. */
static enum result_status no_counter_status(const struct run *run, const struct event *event)
{
    for (unsigned c = 0; c < run->pmc->counters; c++)
        if (event->counters >> c & 1 && run->counter_status[c] == PMC_STUCK)
            return RESULT_STUCK;
    return RESULT_UNSUPPORTED;
}

struct report_result result_none(const struct run *run, const struct measurement *m,
                                 const struct measured_region *region, unsigned e)
{
    const struct event *event = run->events[e].event;
    return (struct report_result){
        .bench = m->benchmark->name,
        .ring = pmc_rings_name(run->events[e].rings),
        .rings_asked = e < run->config->n_events && run->config->events[e].rings,
        .read_by = reading_name(m->setup->reading),
        .state = state_name(m->setup->state),
        .ablate = ablate_name(m->setup->ablate),
        .region = region->number,
        .region_name = regions_name(m->benchmark->name, region->number),
        .event = event->name,
        .event_text = event->text,
        .index = e,
        .code = event->code,
        .counter = run->place[e].counter,
        .entries = region->entries,
        .exits = region->exits,
        .by_stub = region->by == BY_STUB,
        .status = run->place[e].pass < 0 ? no_counter_status(run, event) : RESULT_OK,
    };
}

struct report_result result_of(struct run *run, const struct measurement *m, unsigned place,
                               unsigned e, fixed_t overhead)
{
    struct report_result result = result_none(run, m, &m->region[place], e);
    result.overhead = overhead;
    if (result.status != RESULT_OK)
        return result;
    if (regions_broken(&m->region[place], NULL)) {
        result.status = RESULT_BROKEN;
        return result;
    }
    if (m->reprogrammed && run->events[e].event != &pmc_time_stamp) {
        result.status = RESULT_REPROGRAMMED;
        return result;
    }
    const int64_t *samples = measurement_counts(m, place, result.counter);
    fixed_t off = overhead * (int64_t)result.entries;
    if (result_values(run, samples, m->repetitions, m->runs_per_sample, off, &result))
        result.status = RESULT_BROKEN;
    else if (run->config->output_all_results && m->runs_per_sample == 1) {
        result.samples = samples;
        result.n_samples = m->repetitions;
    }
    return result;
}

fixed_t result_widest(struct run *run, const struct measurement *m)
{
    fixed_t widest = 0;
    if (m->repetitions < 2)
        return INT64_MAX; /* one sample says nothing about spread */
    for (unsigned place = 0; place < m->n_regions; place++) {
        for (unsigned c = 0; c < run->pmc->counters; c++) {
            struct report_result result = {0};
            const struct pass *pass = m->setup->pass;
            bool in_use = pass->counted[c].event || (pass->time_stamp && c == 0);
            if (!in_use ||
                result_values(run, measurement_counts(m, place, c), m->repetitions, 1, 0, &result))
                continue;
            const struct report_values *values = &result.corrected;
            fixed_t percent =
                fixed_multiply_divide(values->half_width, fixed_from_int(100), values->mean);
            if (percent > widest)
                widest = percent;
        }
    }
    return widest;
}
