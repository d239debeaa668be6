/*
 * SPDX-License-Identifier: MIT
 * What benchmarks say by WORK() of the work they do (bench/README.md), read from a kernel's image.
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
 * The image's file, or with NULL the one beside this program. Only where its build and its number
 * of benchmarks are the run's; NULL else, silently. To be freed by stated_work_close().
 */
struct stated_work *stated_work_open(const struct run *run, const char *kernel);
void stated_work_close(struct stated_work *stated);

/* A case by its name. False where the image has no such one. */
bool stated_work_case(const struct stated_work *stated, const char *bench, struct work_case *c);

/* The next WORK() of a benchmark, from *offset, which starts as 0; *place is where it stands. False
 * behind the last. */
bool stated_work_next(const struct stated_work *stated, const char *bench,
                      const struct work_case *c, size_t *offset, struct work *work,
                      const char **place);
