/*
 * SPDX-License-Identifier: MIT
 * Writes the results of jobs to an output directory.
 */
#pragma once

#include "host/pentium4/job_results.h"

/*
 * Creates the directory and its parents if they do not exist. Returns EXIT_FINE, or after a message
 * EXIT_USAGE.
 */
int outdir_make(const char *path);

/* The files that cover all jobs. */
struct outdir {
    const char *path;
    char *stem;    /* the experiment file's name without directory and extension */
    char *summary; /* of the jobs so far */
    struct text_table *counts;
    unsigned rows; /* rows in counts */
};

/*
 * Creates the directory and copies both input files into it. Returns EXIT_FINE, or a status after a
 * message.
 */
int outdir_open(struct outdir *outdir, const char *path, const struct experiments *experiments);
void outdir_close(struct outdir *outdir);

/* Called before a job is run: creates its directory and writes its register values. */
int outdir_begin_job(const struct job *job);

/* Writes the job's own files, and rewrites the files that cover all jobs. */
int outdir_end_job(struct outdir *outdir, const struct job_results *results);
