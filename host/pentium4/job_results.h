/*
 * SPDX-License-Identifier: MIT
 * The counts of a job's runs, by the events of the experiment file.
 */
#pragma once

#include <stdio.h>

#include "host/base/text_table.h"
#include "host/pentium4/counter_entries.h"
#include "host/pentium4/experiment_job.h"

/* A job with its runs. */
struct job_results {
    const struct job *job;
    struct counter_entry entries[NETBURST_COUNTERS];
    unsigned n;
    const struct run *runs[JOB_RUNS]; /* NULL if the run is missing */
};

struct job_results job_results_of(const struct job *job, struct run *const runs[JOB_RUNS]);

/*
 * Returns the counts of an entry for a benchmark's case, whole or one of its regions; NULL if the
 * run has none.
 */
const struct result *job_results_find(const struct job_results *results, unsigned entry,
                                      const struct result *place);

/*
 * Iterates over the first result of each case and region: begins with NULL, and returns NULL after
 * the last.
 */
const struct result *job_results_next_place(const struct job_results *results,
                                            const struct result *place);

/* Returns the clocks of a whole run of the benchmark; NULL if they were not reported. */
const struct run_time *job_results_time(const struct run *run, const char *bench);

/* Returns an iteration's count in *value, or false if there is no number. */
bool job_results_value(const struct result *result, unsigned iteration, double *value);

/* Write the contents of a job's files. */
void job_files_write_raw(const struct job_results *results, FILE *to);
void job_files_write_delta(const struct job_results *results, FILE *to);
void job_files_write_time(const struct job_results *results, FILE *to);
void job_files_write_samples(const struct job_results *results, FILE *to);
void job_summary_write(const struct job_results *results, FILE *to);

/*
 * Adds the job's rows to the table of events_counts, which job_results_new_table() creates. Returns
 * the number of rows added.
 */
struct text_table *job_results_new_table(void);
unsigned job_results_add_counts(const struct job_results *results, struct text_table *table);
