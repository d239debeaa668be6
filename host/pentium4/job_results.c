/*
 * SPDX-License-Identifier: MIT
 * Finds the results of a job's events. A result's index in the requested list is the index of its
 * entry.
 */
#include "host/pentium4/job_results.h"

#include <string.h>

struct job_results job_results_of(const struct job *job, struct run *const runs[JOB_RUNS])
{
    struct job_results results = {.job = job};
    results.n = counter_entries_of(job->experiment, results.entries);
    for (unsigned i = 0; i < JOB_RUNS; i++)
        results.runs[i] = runs[i];
    return results;
}

static bool job_results_same_place(const struct result *a, const struct result *b)
{
    return a->bench == b->bench && a->region == b->region && a->state == b->state &&
           a->ablate == b->ablate;
}

const struct result *job_results_find(const struct job_results *results, unsigned entry,
                                      const struct result *place)
{
    const struct run *run = results->runs[JOB_COUNTS];
    for (unsigned i = 0; i < run->n_results; i++)
        if (job_results_same_place(&run->results[i], place) && run->results[i].index == entry)
            return &run->results[i];
    return NULL;
}

const struct result *job_results_next_place(const struct job_results *results,
                                            const struct result *place)
{
    const struct run *run = results->runs[JOB_COUNTS];
    unsigned first = place ? (unsigned)(place - run->results) + 1 : 0;
    for (unsigned i = first; i < run->n_results; i++) {
        unsigned before = 0;
        while (before < i && !job_results_same_place(&run->results[before], &run->results[i]))
            before++;
        if (before == i)
            return &run->results[i];
    }
    return NULL;
}

const struct run_time *job_results_time(const struct run *run, const char *bench)
{
    for (unsigned i = 0; i < run->n_times; i++)
        if (!strcmp(run->times[i].bench, bench))
            return &run->times[i];
    return NULL;
}

bool job_results_value(const struct result *result, unsigned iteration, double *value)
{
    if (!result || !result_ok(result))
        return false;
    if (!result->samples || iteration >= result->n_samples)
        *value = result->values.mean;
    else
        *value = result->samples[iteration];
    return true;
}

/* ---- events_counts -------------------------------------------------------------------------- */

struct text_table *job_results_new_table(void)
{
    static const char *const headers[] = {"program",   "experiment", "benchmark", "region",
                                          "iteration", "event",      "count"};
    struct text_table *table = text_table_new(7);
    for (unsigned i = 0; i < 7; i++)
        text_table_set_column(table, i, headers[i], i == 4 || i == 6 ? TABLE_RIGHT : TABLE_LEFT);
    return table;
}

static void job_results_add_row(const struct job_results *results, struct text_table *table,
                                const struct result *place, unsigned iteration, const char *event)
{
    text_table_add_row(table);
    text_table_cell(table, 0, "%s", results->job->program->name);
    text_table_cell(table, 1, "%s", results->job->experiment->name);
    text_table_cell(table, 2, "%s", place->bench);
    if (place->region == RUN_WHOLE)
        text_table_cell(table, 3, "whole");
    else
        text_table_cell(table, 3, "%u", place->region);
    text_table_cell(table, 4, "%u", iteration + 1);
    text_table_cell(table, 5, "%s", event);
}

static void job_results_add_iteration(const struct job_results *results, struct text_table *table,
                                      const struct result *place, unsigned iteration)
{
    const struct run_time *time = job_results_time(results->runs[JOB_COUNTS], place->bench);
    for (unsigned i = 0; i < results->n && !results->entries[i].tags; i++) {
        const struct result *result = job_results_find(results, i, place);
        double value;
        job_results_add_row(results, table, place, iteration, results->entries[i].name);
        if (job_results_value(result, iteration, &value))
            text_table_cell(table, 6, "%.10g", value);
        else
            text_table_cell(table, 6, "%s", result ? result->status : "not received");
    }
    if (!time || place->region != RUN_WHOLE)
        return;
    job_results_add_row(results, table, place, iteration, "tsc");
    text_table_cell(table, 6, "%.10g", time->values.mean);
}

unsigned job_results_add_counts(const struct job_results *results, struct text_table *table)
{
    unsigned rows = 0;
    for (const struct result *place = NULL; (place = job_results_next_place(results, place));) {
        for (unsigned i = 0; i < results->job->options->iterations; i++) {
            job_results_add_iteration(results, table, place, i);
            rows++;
        }
    }
    return rows;
}
