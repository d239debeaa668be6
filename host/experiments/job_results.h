/*
 * SPDX-License-Identifier: MIT
 * What a job's runs counted, by the events of the file.
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
    const struct run *runs[JOB_RUNS]; /* NULL: there is none */
};

struct job_results job_results_of(const struct job *job, struct run *const runs[JOB_RUNS]);

/* The counts of a benchmark's case, whole or one of its regions; NULL: the run has none. */
const struct result *job_result(const struct job_results *results, unsigned entry,
                                const struct result *place);

/* The first result of each case and region, from NULL on; NULL behind the last. */
const struct result *job_next_place(const struct job_results *results, const struct result *place);

/* Clocks of a whole run of its case; NULL: not heard. */
const struct run_time *job_time(const struct run *run, const char *bench);

/* What an iteration counted; false where it has no number. */
bool job_value(const struct result *result, unsigned iteration, double *value);

/* Texts of the files that a job has: */
void job_raw_write(const struct job_results *results, FILE *to);
void job_delta_write(const struct job_results *results, FILE *to);
void job_time_write(const struct job_results *results, FILE *to);
void job_samples_write(const struct job_results *results, FILE *to);
void job_summary_write(const struct job_results *results, FILE *to);

/* Rows of events_counts, whose columns are made by job_counts_table(): 0: none is. */
struct table *job_counts_table(void);
unsigned job_counts_add(const struct job_results *results, struct table *table);
