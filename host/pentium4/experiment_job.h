/*
 * SPDX-License-Identifier: MIT
 * A job: one program with one experiment. It takes one run for the counts, one for the counters
 * over time, and one more if an event is sampled.
 */
#pragma once

#include "host/pentium4/experiment_options.h"
#include "host/data/run/run.h"

struct job {
    const struct experiments *experiments;
    const struct experiment_options *options;
    const struct experiment_program *program;
    const struct experiment *experiment;
    unsigned number, of; /* from 1 */
    char *stem;          /* "job.PROGRAM.EXPERIMENT" */
    char *folder;        /* OUTDIR/STEM */
};

struct job experiment_job_of(const struct experiments *experiments,
                             const struct experiment_options *options, unsigned program,
                             unsigned experiment);
void experiment_job_free(struct job *job);

/* Returns FOLDER/STEM.SUFFIX. The caller frees it. */
char *experiment_job_path(const struct job *job, const char *suffix);

/* The kinds of runs of a job. */
enum job_run {
    JOB_COUNTS,  /* exact counts of the whole program */
    JOB_RATES,   /* counts in each tick of a timer: experiment=rates */
    JOB_SAMPLES, /* <ebs/>: experiment=profile */
    JOB_RUNS,
};

/*
 * Returns the kernel command line of such a run, which the caller frees; NULL after a message if
 * the kernel does not accept it.
 */
char *experiment_job_settings(const struct job *job, enum job_run kind);

/*
 * Measures a run of the job. Returns EXIT_FINE with *run, which is complete and freed with
 * run_free(); or after a message the exit status. EXIT_REGRESSION means that the run is complete
 * and failed; *run is set then, too.
 */
int job_measurement_run(const struct job *job, enum job_run kind, struct run **run);
