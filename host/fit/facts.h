/*
 * SPDX-License-Identifier: MIT
 * A run's findings by name, each with how far off it may be.
 */
#pragma once

#include "host/fit/fit.h"

enum fact_state { FACT_THERE, FACT_MISSING, FACT_UNSETTLED, FACT_DIFFERS };

struct fact_found {
    enum fact_state state;
    const char *bench;
    const char *text;      /* NULL where it is a number */
    struct interval value; /* of a number */
};

/* What the kernel says at start of the board's cache (kernel/machine/board_cache.h). */
#define FACT_BOARD_CACHE "board_cache"

/* Of several of that name, warm and with everything on, which must say the same. */
struct fact_found facts_find(const struct run *run, const char *name);
