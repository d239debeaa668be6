/*
 * SPDX-License-Identifier: MIT
 * Performs a run for each combination of --sweep values: parallel commands, logs imported into the
 * store, and a table of the results.
 */
#pragma once

#include <stdbool.h>

#include "host/base/verb_options.h"

#define SWEEP_MOST_POINTS 10000

struct sweep_request {
    const char *const *texts;          /* arguments of --sweep; ends with NULL */
    const struct option_spec *options; /* of `run`, with the given values */
    char *const *settings;             /* NAME=VALUE */
    int n_settings;
    unsigned jobs;      /* processes at once */
    const char *events; /* of -e, or NULL; if it contains named events, the table shows these */
    bool print;         /* print the commands instead of running them */
    const char *output, *logs, *store, *label;
    bool no_store;
    /* Checks whether `run` accepts these words (the first is "run"). Returns 0, or its exit status
     * after a message. */
    int (*check)(int argc, char **argv);
};

/* Returns the exit status. */
int sweep_perform(const struct sweep_request *sweep);
