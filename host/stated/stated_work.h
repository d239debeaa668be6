/*
 * SPDX-License-Identifier: MIT
 * Expected counts: reads the WORK() statements of benchmarks (bench/README.md) from a kernel image.
 */
#pragma once

#include "host/run/run.h"
#include "tools/bench_image.h"
#include "tools/bench_work.h"

struct stated_work {
    struct elf32 elf;
    struct bench_image image;
};

/*
 * Opens the image `kernel`, or with NULL the one next to this program. Returns NULL without a
 * message unless its build and its number of benchmarks equal the run's. Free it by
 * stated_work_close().
 */
struct stated_work *stated_work_open(const struct run *run, const char *kernel);
void stated_work_close(struct stated_work *stated);

/* Finds a case by its name; returns false if the image lacks it. */
bool stated_work_case(const struct stated_work *stated, const char *bench, struct work_case *c);

/* Returns the next WORK() of a benchmark from *offset on, which must start as 0; *place is its
 * source location. False past the last one. */
bool stated_work_next(const struct stated_work *stated, const char *bench,
                      const struct work_case *c, size_t *offset, struct work *work,
                      const char **place);
