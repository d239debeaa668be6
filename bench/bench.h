/*
 * SPDX-License-Identifier: MIT
 * All that a benchmark needs: it ends in one BENCHMARK(), and its name is its path below bench/.
 */
#pragma once

#include "pmc/region.h"

struct benchmark {
    const char *name; /* "thesis/program1" */
    const char *text; /* one sentence */
    void (*run)(void);
};

/* BENCH_NAME comes from the Makefile. The linker gathers and sorts the .bench.* sections. */
#define BENCHMARK(description, function)                                                           \
    static const struct benchmark benchmark                                                        \
        __attribute__((section(".bench." BENCH_NAME), used)) = {BENCH_NAME, description, function}

/* The compiler must have `value` ready here, and may not guess that nobody looks at it. */
#define keep(value) __asm__ volatile("" : : "g"(value) : "memory")

extern const struct benchmark benchmarks_start[], benchmarks_end[];
