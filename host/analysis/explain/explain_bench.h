/*
 * SPDX-License-Identifier: MIT
 * Explains a benchmark's region: its clocks by cause, and its most expensive loops.
 */
#pragma once

#include "host/analysis/explain/explain_code.h"
#include "host/analysis/explain/explained_case.h"

/*
 * Returns the number of loops to show: the requested number; otherwise 1, or 2 if the second loop
 * has a large share of the clocks.
 */
unsigned explain_bench_loops(const struct explained_case *one,
                             const struct explain_options *options);

/* Computes the region's clocks with each hypothetical change of the processor. */
void explain_bench_what_ifs(const struct explained_case *one, const struct explain_options *options,
                            double clocks[WHAT_IFS_MOST]);

/* Returns whether BENCH:REGION in `name`, or the options, include a region. */
bool explain_bench_named(const char *name, const struct explain_options *options);

/* Returns what to explain: the benchmark, or the options' program if the name is NULL. */
struct explained_choice explain_bench_choice(const char *name,
                                             const struct explain_options *options);

/* Describes the difference between the region's clocks and those of its instructions. */
const char *explain_bench_rest(const struct explained_case *one);

/* Prints the case's other regions, one per line. */
void explain_bench_others(const struct explained_case *one, FILE *to);

/* Explains BENCH[:REGION], a case or a pattern for several, or the program. Returns the program's
 * exit status. */
int explain_bench(const char *name, const struct explain_options *options, FILE *to);
