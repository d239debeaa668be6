/*
 * SPDX-License-Identifier: MIT
 * The cases of a benchmark: one for each combination of its arguments' values, or itself where it
 * has none.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "bench/bench.h"

#define CASE_MOST_ARGUMENTS 4
#define CASE_NAME_BYTES     128

struct bench_case {
    struct benchmark benchmark; /* as the one it is a case of, but for the name */
    char name[CASE_NAME_BYTES]; /* "memory/read:size=4K:stride=32" */
    const char *base;           /* "memory/read" */
    unsigned at[CASE_MOST_ARGUMENTS], values[CASE_MOST_ARGUMENTS]; /* which, of how many */
};

/* The first case: the arguments' variables are set. */
void case_first(struct bench_case *c, const struct benchmark *benchmark);

/* The next one, the last argument changing fastest; false where there is none. */
bool case_next(struct bench_case *c);

/* Bytes of memory it asks for. */
size_t case_memory(const struct bench_case *c);

/* Whether a case's name is of the benchmark of that name. */
bool case_is_of(const char *name, const char *base);
