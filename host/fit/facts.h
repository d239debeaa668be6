/*
 * SPDX-License-Identifier: MIT
 * Finds a run's findings by name, each with an error interval.
 */
#pragma once

#include "host/fit/fit.h"

enum fact_state { FACT_THERE, FACT_MISSING, FACT_UNSETTLED, FACT_DIFFERS };

struct fact_found {
    enum fact_state state;
    const char *bench;
    const char *text;      /* NULL for a number */
    struct interval value; /* of a number */
};

/* The kernel's finding about the board's cache, made at startup (kernel/machine/board_cache.h). */
#define FACT_BOARD_CACHE "board_cache"

/* Combines the findings of that name for state warm without ablation, which must agree. */
struct fact_found facts_find(const struct run *run, const char *name);
