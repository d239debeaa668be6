/*
 * SPDX-License-Identifier: MIT
 * Prints a run as a table with one line per region, followed by its warnings: the default report.
 */
#pragma once

#include <stdio.h>

#include "host/output/report/region_summary.h"
#include "host/data/run/run.h"

/*
 * Returns whether the table can show the run, or only the experiment of that name: it has counts of
 * regions, and nothing else that would be lost, such as samples or overheads.
 */
bool summary_table_suits(const struct run *run, const char *only);

/*
 * Prints heading, table, findings, warnings and the number of results; `only` as in
 * report_layout_print(). Lines have at most 100 columns, or the terminal's width if it is smaller;
 * longer warnings are wrapped.
 */
void summary_table_print(struct run *run, const char *only, FILE *to);

/* Prints the commands that show more of the run. `name` is the run's name for these commands, such
 * as "last"; NULL: it was not saved, and nothing is printed. `store`: its store; NULL: the default.
 */
void summary_table_commands(const char *name, const char *store, FILE *to);
