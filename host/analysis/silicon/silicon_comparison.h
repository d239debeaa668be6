/*
 * SPDX-License-Identifier: MIT
 * Compares a run with a table of a real chip: bareprobe compare RUN silicon:NAME.
 */
#pragma once

#include "host/data/run/run.h"

#define SILICON_PREFIX "silicon:"

/* Returns whether a name denotes a chip instead of a run: "silicon:p54c-100". */
bool silicon_is_named(const char *name);

/* Returns whether it is "silicon:help", which lists the chips. */
bool silicon_asks_help(const char *name);
void silicon_comparison_help(void);

/*
 * Compares and prints. `name` is, after "silicon:", a chip, a file, or "any" for the chip that is
 * most similar to the run. If more than `fail_above` percent of the compared rows differ, the
 * status is EXIT_REGRESSION; NAN: never. Returns the exit status.
 */
int silicon_comparison_report(const struct run *run, const char *name, double fail_above);
