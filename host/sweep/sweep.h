/*
 * SPDX-License-Identifier: MIT
 * A run for each combination of values of --sweep: commands, several at a time, their logs into the
 * store, and a table of them.
 */
#pragma once

#include <stdbool.h>

#include "host/base/verb_options.h"

#define SWEEP_MOST_POINTS 10000

struct sweep {
    const char *const *texts;          /* of --sweep; ends with NULL */
    const struct option_spec *options; /* of run, with what was given */
    char *const *settings;             /* NAME=VALUE */
    int n_settings;
    unsigned jobs;      /* processes at once */
    const char *events; /* of -e, or NULL: where names of formulas are in it, the table has those */
    bool print;         /* the commands are wanted, not the runs */
    const char *output, *logs, *store, *label;
    bool no_store;
    /* Whether run would take these words (the first is "run"): 0, or its status after a message. */
    int (*check)(int argc, char **argv);
};

/* The exit status. */
int sweep_perform(const struct sweep *sweep);
