/*
 * SPDX-License-Identifier: MIT
 * Bytes and items a second, where a benchmark's WORK() says how many a repetition handles: read
 * from the kernel's image beside this program, where the run was that build's.
 */
#pragma once

#include "host/run/run.h"

struct rates {
    double bytes, items;                       /* of a repetition; 0 where not said */
    double bytes_per_second, items_per_second; /* likewise */
};

/* Of a region by its clocks or time stamp; all 0 where there is nothing to say. */
struct rates rates_of(const struct run *run, const struct result *clocks);

#define RATES_BYTES 120

/* "81.92 MB/s, 20.48 M items/s"; NULL where there is nothing to say. */
const char *rates_text(const struct run *run, const struct result *clocks, char text[RATES_BYTES]);
