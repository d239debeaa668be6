/*
 * SPDX-License-Identifier: MIT
 * Pairs the sampled data of two runs.
 */
#include "host/analysis/compare/sampled_pairs.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/allocation.h"
#include "host/data/run/channel_times.h"
#include "host/data/run/sampled_run.h"
#include "host/data/run/series_table.h"

#define A_RATE_IS_FOR 1000 /* clocks */
#define MOST_EVENT    100

/* Welford, 1962; until sampled_pairs_finish_values() is called, sd holds the sum of squares. */
static void sampled_pairs_add_value(struct values *values, double value)
{
    double off = value - values->mean;
    values->n++;
    values->mean += off / values->n;
    values->sd += off * (value - values->mean);
}

static void sampled_pairs_finish_values(struct values *values)
{
    values->sd = values->n > 1 ? sqrt(values->sd / (values->n - 1)) : 0;
}

/* ---- events of a case ----------------------------------------------------------------------- */

/* Names of events without duplicates; the caller frees them. */
struct sampled_events {
    char (*names)[MOST_EVENT];
    unsigned n;
};

static void sampled_pairs_add_event(struct sampled_events *events, const char *name, size_t length)
{
    char event[MOST_EVENT];
    snprintf(event, sizeof event, "%.*s", (int)length, name);
    for (unsigned i = 0; i < events->n; i++)
        if (!strcmp(events->names[i], event))
            return;
    memcpy(allocate_element(&events->names, &events->n, MOST_EVENT), event, MOST_EVENT);
}

/* Finds the events that the case's passes count, or that are multiplexed. */
static struct sampled_events sampled_pairs_events(const struct sampled_case *of)
{
    const struct run *run = of->run;
    struct sampled_events events = {0};
    for (unsigned i = 0; i < run->n_samplings; i++) {
        const char *list = run->samplings[i].events;
        size_t length;
        for (unsigned w = 0;
             sampled_run_same_case(of->first, &run->samplings[i]) && w < sampled_run_words(list);
             w++) {
            const char *word = sampled_run_word(list, w, &length);
            sampled_pairs_add_event(&events, word, length);
        }
    }
    for (unsigned i = 0; i < run->n_multiplexes; i++)
        if (sampled_run_same_case(of->first, &run->samplings[run->multiplexes[i].sampling]))
            sampled_pairs_add_event(&events, run->multiplexes[i].event,
                                    strlen(run->multiplexes[i].event));
    return events;
}

/* Returns a repetition's mean rate; NAN if the pass does not have the event. */
static double sampled_pairs_rate(const struct run *run, unsigned pass, const char *event,
                                 unsigned rep)
{
    struct series_table table;
    double delta = 0, clocks = 0;
    series_table_make(&table, run, pass, "gain", rep);
    for (unsigned e = 0; e < table.n_events; e++)
        for (unsigned i = 0; !strcmp(table.events[e], event) && i < table.n; i++) {
            if (isnan(table.values[e][i]) || isnan(table.clocks[i]))
                continue;
            delta += table.values[e][i];
            clocks += table.clocks[i];
        }
    series_table_free(&table);
    return clocks > 0 ? A_RATE_IS_FOR * delta / clocks : NAN;
}

static struct values sampled_pairs_rates(const struct sampled_case *of, const char *event)
{
    struct values values = {0};
    for (unsigned i = 0; i < of->run->n_samplings; i++) {
        const struct sampling *sampling = &of->run->samplings[i];
        if (!sampled_run_same_case(of->first, sampling) || sampled_run_event(sampling, event) < 0)
            continue;
        for (unsigned rep = 0; rep < sampling->repetitions; rep++) {
            double rate = sampled_pairs_rate(of->run, i, event, rep);
            if (!isnan(rate))
                sampled_pairs_add_value(&values, rate);
        }
    }
    sampled_pairs_finish_values(&values);
    return values;
}

/*
 * The rounds of all repetitions are one series. If r repetitions have m rounds, one repetition has
 * m / r rounds. The n rounds that arrived have standard deviation s, so the standard error of a
 * repetition's estimate is s / sqrt(n) m / r: that of n values with standard deviation s m / r.
 */
static struct values sampled_pairs_estimate(const struct sampled_case *of, const char *event)
{
    const struct run *run = of->run;
    struct values rounds = {0};
    double scale = 0;
    for (unsigned i = 0; i < run->n_multiplexes && !rounds.n; i++) {
        const struct multiplex *multiplex = &run->multiplexes[i];
        const struct sampling *sampling = &run->samplings[multiplex->sampling];
        if (!sampled_run_same_case(of->first, sampling) || strcmp(multiplex->event, event) != 0)
            continue;
        scale = (double)multiplex->rounds / sampling->repetitions;
        struct series_values series =
            sampled_run_series(run, multiplex->sampling, event, "estimate", 0);
        for (unsigned v = 0; v < series.n; v++)
            if (!isnan(series.values[v]))
                sampled_pairs_add_value(&rounds, series.values[v]);
        free(series.values);
    }
    sampled_pairs_finish_values(&rounds);
    return (struct values){.n = rounds.n, .mean = rounds.mean * scale, .sd = rounds.sd * scale};
}

static void sampled_pairs_pair_events(struct result_pairs *pairs, const struct sampled_case *a,
                                      const struct sampled_case *b,
                                      const struct result_selection *selection, enum pair_kind kind,
                                      double level)
{
    struct values (*const of)(const struct sampled_case *, const char *) =
        kind == OF_RATES ? sampled_pairs_rates : sampled_pairs_estimate;
    struct sampled_events in_a = sampled_pairs_events(a), in_b = sampled_pairs_events(b);
    unsigned found = 0, both = 0;
    for (unsigned i = 0; i < in_b.n; i++)
        found +=
            selection_matches_sampled(selection, b->first, in_b.names[i]) && of(b, in_b.names[i]).n;
    for (unsigned i = 0; i < in_a.n; i++) {
        const char *event = in_a.names[i];
        struct values before = of(a, event), after = of(b, event);
        if (!selection_matches_sampled(selection, a->first, event) || !before.n)
            continue;
        if (!after.n) {
            pairs->only_a++;
            continue;
        }
        struct result_pair *pair =
            sampled_cases_add_pair(pairs, kind, a, "", event, &before, &after);
        pair->difference = welch(&before, &after, level);
        both++;
    }
    pairs->only_b += found - both;
    free(in_a.names);
    free(in_b.names);
}

/* ---- times between stamps ------------------------------------------------------------------- */

static void pair_name(const struct channel_pair *pair, char name[2 * CHANNEL_LABEL + 8])
{
    char from[CHANNEL_LABEL], to[CHANNEL_LABEL];
    snprintf(name, 2 * CHANNEL_LABEL + 8, "%s to %s", channel_times_label(pair->from, from),
             channel_times_label(pair->to, to));
}

static const struct channel_pair *sampled_pairs_named(const struct channel_pair *pairs, unsigned n,
                                                      const char *name)
{
    char other[2 * CHANNEL_LABEL + 8];
    for (unsigned i = 0; i < n; i++) {
        pair_name(&pairs[i], other);
        if (!strcmp(other, name))
            return &pairs[i];
    }
    return NULL;
}

static struct values times_of(const struct channel_pair *pair)
{
    return (struct values){.n = pair->n, .mean = pair->mean, .sd = pair->sd};
}

static void sampled_pairs_pair_times(struct result_pairs *pairs, const struct sampled_case *a,
                                     const struct sampled_case *b, double level)
{
    unsigned n_before, n_after, found = 0;
    struct channel_pair *before =
        channel_times_pairs(a->run, (unsigned)(a->first - a->run->samplings), &n_before);
    struct channel_pair *after =
        channel_times_pairs(b->run, (unsigned)(b->first - b->run->samplings), &n_after);
    for (unsigned i = 0; i < n_before; i++) {
        char name[2 * CHANNEL_LABEL + 8];
        pair_name(&before[i], name);
        const struct channel_pair *other = sampled_pairs_named(after, n_after, name);
        if (!other) {
            pairs->only_a++;
            continue;
        }
        struct values one = times_of(&before[i]), two = times_of(other);
        struct result_pair *pair =
            sampled_cases_add_pair(pairs, OF_TIMES, a, name, "time_stamp", &one, &two);
        pair->difference = welch(&one, &two, level);
        found++;
    }
    pairs->only_b += n_after - found;
    free(before);
    free(after);
}

/* ---- all ------------------------------------------------------------------------------------ */

static void sampled_pairs_pair_cases(struct result_pairs *pairs, const struct sampled_case *a,
                                     const struct sampled_case *b,
                                     const struct result_selection *selection,
                                     const struct profile_sides *profiles, double level)
{
    const char *experiment = a->first->experiment;
    if (!strcmp(experiment, "profile"))
        profile_pairs_add(profiles, pairs, a, b, level);
    else if (!strcmp(experiment, "rates"))
        sampled_pairs_pair_events(pairs, a, b, selection, OF_RATES, level);
    else if (!strcmp(experiment, "multiplex"))
        sampled_pairs_pair_events(pairs, a, b, selection, OF_ESTIMATES, level);
    else if (!strcmp(experiment, "channels") && !selection->event)
        sampled_pairs_pair_times(pairs, a, b, level);
}

void sampled_pairs_make(struct result_pairs *pairs, const struct run *a, const struct run *b,
                        const struct result_selection *selection, double level,
                        const struct kernels *kernels)
{
    result_pairs_make(pairs, a, b, selection, level);
    struct sampled_cases in_a = sampled_cases_of(a, selection),
                         in_b = sampled_cases_of(b, selection);
    struct profile_sides *profiles = profile_pairs_load(a, b, selection, kernels);
    for (unsigned i = 0; i < in_a.n; i++) {
        const struct sampled_case *other = sampled_cases_partner(&in_b, &in_a, &in_a.all[i]);
        if (other)
            sampled_pairs_pair_cases(pairs, &in_a.all[i], other, selection, profiles, level);
        pairs->only_a += !other;
    }
    for (unsigned i = 0; i < in_b.n; i++)
        pairs->only_b += !sampled_cases_partner(&in_a, &in_b, &in_b.all[i]);
    profile_pairs_free(profiles);
    free(in_a.all);
    free(in_b.all);
    result_pairs_correct(pairs);
}
