/*
 * SPDX-License-Identifier: MIT
 * A job: one program, one experiment. It is one run, or two where time is looked into.
 */
#pragma once

#include "host/experiments/wishes.h"
#include "host/run/run.h"

struct job {
    const struct experiments *experiments;
    const struct experiment_wishes *wishes;
    const struct program *program;
    const struct experiment *experiment;
    unsigned number, of; /* from 1 */
    char *stem;          /* "job.PROGRAM.EXPERIMENT" */
    char *folder;        /* OUTDIR/STEM */
};

struct job job_of(const struct experiments *experiments, const struct experiment_wishes *wishes,
                  unsigned program, unsigned experiment);
void job_free(struct job *job);

/* FOLDER/STEM.SUFFIX: to be freed. */
char *job_path(const struct job *job, const char *suffix);

/* What kinds of runs there are of a job. */
enum job_run {
    JOB_COUNTS,  /* the whole program, exactly */
    JOB_RATES,   /* what each tick of a timer has: experiment=rates */
    JOB_SAMPLES, /* <ebs/>: experiment=profile */
    JOB_RUNS,
};

/* Whether the kernel takes such a run: its command line, to be freed; NULL after a message. */
char *job_settings(const struct job *job, enum job_run kind);

/*
 * Runs it. EXIT_FINE with *run, complete and to be freed with run_free(); or after a message the
 * status to end with. A run that is over and failed is EXIT_REGRESSION, with *run.
 */
int job_measure(const struct job *job, enum job_run kind, struct run **run);
