/*
 * SPDX-License-Identifier: MIT
 * Saves a run after its end, and names its raw log.
 */
#pragma once

#include "host/data/run/run.h"

#define SAVED_RUN_LOGS "bareprobe-logs" /* the default directory of raw logs */

/* The store for runs, and what to store with them. */
struct saved_run_options {
    bool no_store;
    const char *store;         /* its file; NULL: the default */
    const char *label, *suite; /* of its runs; each may be NULL */
    const char *simulator;     /* options of the virtual Pentium; NULL: unchanged */
    bool quiet;                /* do not print the run's number */
    const char *kernel;        /* the image that ran; NULL: the one next to this program */
};

/* Returns 0, or -1 after a message if both a store and no store were requested. */
int saved_run_check_options(const struct saved_run_options *saving);

/* Stores a run after its end, complete or not; `log` is its raw log, NULL if there is no log. If
 * the store cannot be written, a message is printed and run->id is 0. */
void saved_run_store(struct run *run, const char *log, const struct saved_run_options *saving);

/* From now on a run without samples is not stored: it has no profile. */
void saved_run_require_samples(void);

/* Returns whether the store could not be written, so that a message named the run's raw log. */
bool saved_run_needs_log(void);

/* Copies the pace of an earlier run in the store to run->pace; "" if there is no such run. */
void saved_run_recall_pace(struct run *run, const struct saved_run_options *saving);

/* Returns a new raw log's name: DIR/YYYYMMDD-HHMMSS[-PORT].log, with -2, -3 and so on if it exists;
 * creates DIR if necessary. If DIR cannot be written, a message names another directory, below
 * $TMPDIR or /tmp; NULL after a message if neither can be written. The caller frees it. */
char *saved_run_log_name(const char *directory, const char *port);
