/*
 * SPDX-License-Identifier: MIT
 * Expected counts: reads the WORK() statements of benchmarks (bench/README.md) from a kernel image.
 */
#pragma once

#include "host/data/run/run.h"
#include "tools/bench_image.h"
#include "tools/bench_work.h"

struct work_statements {
    struct elf32 elf;
    struct bench_image image;
};

/*
 * Opens the image `kernel`, or with NULL the one next to this program. Returns NULL without a
 * message unless its build and its number of benchmarks equal the run's. Free it by
 * work_statements_close().
 */
struct work_statements *work_statements_open(const struct run *run, const char *kernel);
void work_statements_close(struct work_statements *stated);

/* Finds a case by its name; returns false if the image lacks it. */
bool work_statements_case(const struct work_statements *stated, const char *bench,
                          struct work_case *c);

/* Returns the next WORK() of a benchmark from *offset on, which must start as 0; *place is its
 * source location. False past the last one. */
bool work_statements_next(const struct work_statements *stated, const char *bench,
                          const struct work_case *c, size_t *offset, struct bench_work *work,
                          const char **place);
