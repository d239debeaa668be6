/*
 * SPDX-License-Identifier: MIT
 * Bytes and items per second, for benchmarks whose WORK() states how many a repetition processes.
 * WORK() is read from the kernel image next to this program, if the run used that build.
 */
#pragma once

#include "host/data/run/run.h"

struct throughput {
    double bytes, items;                       /* per repetition; 0 if not stated */
    double bytes_per_second, items_per_second; /* 0 if not stated */
};

/* Returns the rates of a region, from its clocks or time stamp; all 0 if they are unknown. */
struct throughput throughput_of(const struct run *run, const struct result *clocks);

#define THROUGHPUT_BYTES 120

/* Formats "81.92 MB/s, 20.48 M items/s"; returns NULL if the rates are unknown. */
const char *throughput_text(const struct run *run, const struct result *clocks,
                            char text[THROUGHPUT_BYTES]);
