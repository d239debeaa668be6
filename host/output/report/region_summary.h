/*
 * SPDX-License-Identifier: MIT
 * Summarizes a run in one row per region: clocks, instructions, misses, the largest stall. The
 * terminal's table (host/output/report/summary_table.h) and the web page print the same rows.
 */
#pragma once

#include "host/output/report/summary_rows.h"

/*
 * Summarizes the results, which must outlive the summary: one row per experiment, benchmark, state,
 * ablation, ring and region. An event that no result counted has no column.
 */
struct summary *region_summary_new(const struct run *run, const struct result *const *results,
                                   unsigned n_results);
void region_summary_free(struct summary *summary);

/* Describes what all rows share: "20 repetitions, warm, ring 0, +- at 95 %". The caller frees it.
 */
char *region_summary_method(const struct summary *summary);
