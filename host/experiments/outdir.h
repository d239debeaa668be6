/*
 * SPDX-License-Identifier: MIT
 * The folder of results, and what becomes of a job's.
 */
#pragma once

#include "host/experiments/job_results.h"

/* Made with the folders above it where it is not there. EXIT_FINE, or after a message EXIT_USAGE.
 */
int outdir_make(const char *path);

/* The files that are of all jobs. */
struct outdir {
    const char *path;
    char *stem;    /* the experiment file's name without folder and ending */
    char *summary; /* of the jobs so far */
    struct table *counts;
    unsigned rows; /* in it */
};

/* With copies of both files in it. EXIT_FINE, or a status after a message. */
int outdir_open(struct outdir *outdir, const char *path, const struct experiments *experiments);
void outdir_close(struct outdir *outdir);

/* Before it is run: its folder, and what its registers are set to. */
int outdir_begin_job(const struct job *job);

/* Its own files, and those of all jobs with it. */
int outdir_end_job(struct outdir *outdir, const struct job_results *results);
