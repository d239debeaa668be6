/*
 * SPDX-License-Identifier: MIT
 * The counts of a job's runs, by the events of the experiment file.
 */
#pragma once

#include <stdio.h>

#include "host/base/text_table.h"
#include "host/experiments/entries.h"
#include "host/experiments/experiment_job.h"

/* A job with its runs. */
struct job_results {
    const struct job *job;
    struct entry entries[NETBURST_COUNTERS];
    unsigned n;
    const struct run *runs[JOB_RUNS]; /* NULL if the run is missing */
};

struct job_results job_results_of(const struct job *job, struct run *const runs[JOB_RUNS]);

/*
 * Returns the counts of an entry for a benchmark's case, whole or one of its regions; NULL if the
 * run has none.
 */
const struct result *job_result(const struct job_results *results, unsigned entry,
                                const struct result *place);

/*
 * Iterates over the first result of each case and region: begins with NULL, and returns NULL after
 * the last.
 */
const struct result *job_next_place(const struct job_results *results, const struct result *place);

/* Returns the clocks of a whole run of the benchmark; NULL if they were not reported. */
const struct run_time *job_time(const struct run *run, const char *bench);

/* Returns an iteration's count in *value, or false if there is no number. */
bool job_value(const struct result *result, unsigned iteration, double *value);

/* Write the contents of a job's files. */
void job_raw_write(const struct job_results *results, FILE *to);
void job_delta_write(const struct job_results *results, FILE *to);
void job_time_write(const struct job_results *results, FILE *to);
void job_samples_write(const struct job_results *results, FILE *to);
void job_summary_write(const struct job_results *results, FILE *to);

/*
 * Adds the job's rows to the table of events_counts, which job_counts_table() creates. Returns the
 * number of rows added.
 */
struct table *job_counts_table(void);
unsigned job_counts_add(const struct job_results *results, struct table *table);
