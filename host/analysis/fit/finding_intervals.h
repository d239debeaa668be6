/*
 * SPDX-License-Identifier: MIT
 * Finds a run's findings by name, each with an error interval.
 */
#pragma once

#include "host/analysis/fit/fit.h"

enum finding_state { FINDING_KNOWN, FINDING_MISSING, FINDING_UNSETTLED, FINDING_DIFFERS };

struct finding_interval {
    enum finding_state state;
    const char *bench;
    const char *text;          /* NULL for a number */
    struct fit_interval value; /* of a number */
};

/* The kernel's finding about the board's cache, made at startup (kernel/machine/board_cache.h). */
#define FINDING_BOARD_CACHE "board_cache"

/* Combines the findings of that name for state warm without ablation, which must agree. */
struct finding_interval finding_interval_find(const struct run *run, const char *name);
