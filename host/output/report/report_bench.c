/*
 * SPDX-License-Identifier: MIT
 * Reports one benchmark in one variant. A missing result is reported as not received, so that rows
 * and columns are complete.
 */
#include "host/output/report/report_parts.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/data/run/event_lookup.h"
#include "host/base/allocation.h"

/* One benchmark in one variant: its regions, and its events, which are the same for each region. */
struct report_bench_group {
    const struct run *run;
    const char *bench, *state, *ablate;
    unsigned plan;
    unsigned regions[RUN_WHOLE + 1], n_regions;
    struct report_bench_column {
        const char *event, *ring;
        unsigned index;
        bool ring_asked;
    } * events; /* in the order of the request */
    unsigned n_events;
    unsigned from, to; /* range of indices in the run's results */
};

fixed_t report_fixed(double value)
{
    double scaled = value * (double)FIXED_ONE;
    if (fabs(scaled) < (double)FIXED_MAX)
        return llrint(scaled);
    return scaled < 0 ? FIXED_MIN : FIXED_MAX;
}

struct report_values report_bench_values(const struct values *values)
{
    const bool summed = isnan(values->med);
    return (struct report_values){
        .n = values->n,
        .summed = summed,
        .mean = report_fixed(values->mean),
        .deviation = report_fixed(values->sd),
        .half_width = report_fixed(values->ci),
        .minimum = report_fixed(values->min),
        .median = summed ? 0 : report_fixed(values->med),
        .maximum = report_fixed(values->max),
        .mode = summed ? 0 : report_fixed(values->mode),
    };
}

static enum result_status status_of(const char *name)
{
    for (int status = RESULT_OK; status < RESULT_NOT_HEARD; status++)
        if (!strcmp(name, result_status_name((enum result_status)status)))
            return (enum result_status)status;
    return RESULT_NOT_HEARD;
}

static bool is_in(const struct report_bench_group *group, const struct result *result)
{
    return result->plan == group->plan && result->bench == group->bench &&
           result->state == group->state && result->ablate == group->ablate;
}

static void report_bench_add_event(struct report_bench_group *group,
                                   struct report_bench_column column)
{
    unsigned place = group->n_events;
    for (unsigned i = 0; i < group->n_events; i++)
        if (group->events[i].event == column.event && group->events[i].ring == column.ring)
            return;
    allocate_element(&group->events, &group->n_events, sizeof column);
    for (; place > 0 && group->events[place - 1].index > column.index; place--)
        group->events[place] = group->events[place - 1];
    group->events[place] = column;
}

static void report_bench_add_region(struct report_bench_group *group, unsigned region)
{
    unsigned place = group->n_regions;
    while (place > 0 && group->regions[place - 1] > region)
        place--;
    if (place > 0 && group->regions[place - 1] == region)
        return;
    memmove(&group->regions[place + 1], &group->regions[place],
            (group->n_regions++ - place) * sizeof group->regions[0]);
    group->regions[place] = region;
}

static struct report_bench_group
report_bench_collect(const struct run *run, const struct result *first, const struct run_time *time)
{
    struct report_bench_group group = {.run = run,
                                       .bench = time ? time->bench : first->bench,
                                       .state = time ? time->state : first->state,
                                       .ablate = time ? time->ablate : first->ablate,
                                       .plan = time ? time->plan : first->plan,
                                       .from = first ? (unsigned)(first - run->results)
                                                     : run->n_results};
    for (unsigned i = group.from; i < run->n_results; i++) {
        const struct result *result = &run->results[i];
        if (!is_in(&group, result))
            continue;
        group.to = i + 1;
        report_bench_add_event(&group,
                               (struct report_bench_column){result->event, result->ring,
                                                            result->index, result->ring_asked});
        report_bench_add_region(&group, result->region);
    }
    for (unsigned i = 0; i < run->n_calibrations; i++) {
        const struct calibration *calibration = &run->calibrations[i];
        if (calibration->plan == group.plan)
            report_bench_add_event(
                &group, (struct report_bench_column){calibration->event, calibration->ring,
                                                     calibration->index, calibration->ring_asked});
    }
    return group;
}

/*
 * Returns the fraction that is subtracted from each sample's integer: all samples have the same.
 */
static double sample_fraction(const struct result *result)
{
    return result->n_samples ? ceil(result->samples[0]) - result->samples[0] : 0;
}

/* Restores integers: samples on the wire have an overhead subtracted that may have a fraction. */
static int64_t *counted_samples(const struct result *result)
{
    int64_t *samples = allocate_zeroed(result->n_samples * sizeof *samples);
    for (unsigned i = 0; i < result->n_samples; i++)
        samples[i] = llrint(result->samples[i] + sample_fraction(result));
    return samples;
}

/* Parses the format of serial/report.h. */
static struct report_levels report_bench_levels(const char *text)
{
    struct report_levels levels = {0};
    double low, high;
    if (!text || sscanf(text, "%lf x %u, %lf x %u", &low, &levels.low_n, &high, &levels.high_n) < 4)
        return (struct report_levels){0};
    levels.low = report_fixed(low);
    levels.high = report_fixed(high);
    return levels;
}

static void report_bench_fill_result(struct report_result *out, const struct result *result)
{
    *out = (struct report_result){
        .bench = result->bench,
        .ring = result->ring,
        .state = result->state,
        .ablate = result->ablate,
        .region = result->region,
        .region_name = result->region_name,
        .by_stub = result->by_stub,
        .event = result->event,
        .event_text = event_text(result->event),
        .code = (uint16_t)result->code,
        .counter = result->counter,
        .position = result->position,
        .counter_off = llrint(result->counter_off),
        .status = status_of(result->status),
        .counters_written = result->counters_written,
        .entries = result->entries,
        .exits = result->exits,
        .overhead = report_fixed(result->overhead),
        .raw = report_fixed(result->raw),
        .off = report_fixed(sample_fraction(result)),
        .call_overhead = report_fixed(result->call_overhead),
        .corrected = report_bench_values(&result->values),
        .outliers = result->outliers,
        .culled = result->culled,
        .levels = report_bench_levels(result->levels),
        .suspect = result->suspect,
        .inner_begins = result->inner_begins,
        .inner_ends = result->inner_ends,
        .inner_priced = result->inner_priced,
        .inner_cost = report_fixed(result->inner_cost),
        .probe_low = report_fixed(result->probe_low),
        .probe_high = report_fixed(result->probe_high),
        .n_samples = result->n_samples,
        .samples = result->n_samples ? counted_samples(result) : NULL,
    };
}

static const struct result *report_bench_result_at(const struct report_bench_group *group,
                                                   unsigned region,
                                                   const struct report_bench_column *column)
{
    for (unsigned i = group->from; i < group->to; i++) {
        const struct result *result = &group->run->results[i];
        if (result->region == region && result->event == column->event &&
            result->ring == column->ring && is_in(group, result))
            return result;
    }
    return NULL;
}

/* Fills the results row by row. Entries are printed in the region's heading, with its first
 * result. */
static struct report_result *report_bench_fill_results(const struct report_bench_group *group)
{
    unsigned n = group->n_regions * group->n_events;
    struct report_result *results = allocate_zeroed((n + 1) * sizeof *results);
    for (unsigned i = 0; i < n; i++) {
        unsigned region = group->regions[i / group->n_events];
        const struct report_bench_column *column = &group->events[i % group->n_events];
        const struct result *result = report_bench_result_at(group, region, column);
        results[i].region = region;
        results[i].event_text = event_text(column->event);
        results[i].ring = column->ring;
        results[i].status = RESULT_NOT_HEARD;
        if (result)
            report_bench_fill_result(&results[i], result);
        results[i].rings_asked = column->ring_asked;
    }
    for (unsigned i = 0; i < n; i += group->n_events)
        for (unsigned e = 1; e < group->n_events && results[i].status == RESULT_NOT_HEARD; e++) {
            results[i].entries = results[i + e].entries;
            results[i].exits = results[i + e].exits;
        }
    return results;
}

/* Returns the number of repetitions in the first pass, whose results came first. */
static unsigned report_bench_repetitions(const struct report_bench_group *group,
                                         const struct run_time *time)
{
    for (unsigned i = group->from; i < group->to; i++) {
        const struct result *result = &group->run->results[i];
        if (is_in(group, result) && result_ok(result))
            return result->values.n + result->culled;
    }
    return time ? time->values.n : 0;
}

void report_bench_variant(struct report_stream *report, const struct run *run,
                          const struct result *first, const struct run_time *time, bool *shown)
{
    struct report_bench_group group = report_bench_collect(run, first, time);
    struct report_result *results = report_bench_fill_results(&group);
    struct report_bench bench = {.name = group.bench,
                                 .state = group.state,
                                 .ablate = group.ablate,
                                 .n_regions = group.n_regions,
                                 .n_events = group.n_events,
                                 .repetitions = report_bench_repetitions(&group, time),
                                 .results = results};
    if (time)
        bench.clocks = report_bench_values(&time->values);
    REPORT(report, bench_end, &bench);
    for (unsigned i = 0; i < group.n_regions * group.n_events; i++)
        free((void *)results[i].samples);
    for (unsigned i = group.from; i < group.to; i++)
        shown[i] |= is_in(&group, &run->results[i]);
    free(results);
    free(group.events);
}
