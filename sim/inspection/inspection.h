/*
 * SPDX-License-Identifier: MIT
 * Output files that show the inside of a run: opened before it, written after it.
 */
#pragma once

#include <stdbool.h>
#include <stdio.h>

#include "sim/inspection/observer.h"
#include "sim/vpentium_options.h"
#include "sim/loader/symbols.h"

struct inspection {
    const struct options *options;
    struct symbols symbols;
    struct observer observer;
    char machine[64];
    FILE *account, *annotate, *steps, *trace, *vcd;
};

/* Starts to observe the processor if an option requires it. Returns false after one line on
 * stderr. */
bool inspection_begin(struct inspection *inspection, struct cpu *cpu,
                      const struct options *options);

/* Returns whether inspection_end() is going to write a file. */
bool inspection_has_files(const struct inspection *inspection);

/* Writes and closes the files. Returns false after one line on stderr. */
bool inspection_end(struct inspection *inspection);
