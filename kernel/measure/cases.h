/*
 * SPDX-License-Identifier: MIT
 * Enumerates the cases of a benchmark: one for each combination of its arguments' values; a
 * benchmark without arguments has one case.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "bench/bench.h"

#define CASE_MOST_ARGUMENTS 4
#define CASE_NAME_BYTES     128

/* The benchmarks that an experiment chooses from: those of the image, or one that was loaded. */
extern struct case_list {
    const struct benchmark *start, *end;
} case_list;

/* Chooses from other benchmarks until it is called with NULL, which restores those of the image. */
void case_list_use(const struct benchmark *start, const struct benchmark *end);

/* Reports whether a benchmark of the list may call libp5mon's stubs. */
bool case_list_may_call_stubs(void);

struct bench_case {
    struct benchmark benchmark; /* a copy of the base benchmark with this case's name */
    char name[CASE_NAME_BYTES]; /* "memory/read:size=4K:stride=32" */
    const char *base;           /* "memory/read" */
    /* The index of each argument's value, and the number of its values. */
    unsigned at[CASE_MOST_ARGUMENTS], values[CASE_MOST_ARGUMENTS];
};

/* Starts with the first case and sets the arguments' variables. */
void case_first(struct bench_case *c, const struct benchmark *benchmark);

/*
 * Advances to the next case; the last argument changes fastest. Returns false after the last case.
 */
bool case_next(struct bench_case *c);

/* Bytes of memory that the case requests. */
size_t case_memory(const struct bench_case *c);

/* Reports whether a case's name belongs to the benchmark `base`. */
bool case_is_of(const char *name, const char *base);
