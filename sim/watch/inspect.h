/*
 * SPDX-License-Identifier: MIT
 * The files that show a run from inside: opened before it, written behind it.
 */
#pragma once

#include <stdbool.h>
#include <stdio.h>

#include "sim/watch/observe.h"
#include "sim/options.h"
#include "sim/load/symbols.h"

struct inspection {
    const struct options *options;
    struct symbols symbols;
    struct observer observer;
    char machine[64];
    FILE *account, *annotate, *steps, *trace, *vcd;
};

/* Watches the processor where an option wants it. False after one line on stderr. */
bool inspection_begin(struct inspection *inspection, struct cpu *cpu,
                      const struct options *options);

/* Writes and closes the files. False after one line on stderr. */
bool inspection_end(struct inspection *inspection);
