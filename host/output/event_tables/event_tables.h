/*
 * SPDX-License-Identifier: MIT
 * The tables of `bareprobe show --table`: events as rows, in the layout of the thesis's chapter 5
 * and Appendix D.
 */
#pragma once

#include <stdio.h>

#include "host/output/show/show_views.h"

struct event_tables_view {
    const struct view *view; /* `raw`: counts without the correction for overhead */
    const char *kernel;      /* image with the benchmarks; NULL: the one next to this program */
    unsigned width;          /* of the terminal, in columns */
};

/* Print a table and return the number of its numbers; 0: nothing is selected. */
typedef unsigned event_table_print(const struct run *run, const struct event_tables_view *view,
                                   FILE *to);

/* Benchmarks, regions, rings and states as columns (Tables 5.1, 5.2 and 5.8). */
event_table_print counts_table_print;

/* Measured count, overhead, corrected count and the count that WORK() states (Tables 5.3, 5.4). */
event_table_print theory_table_print;

/* Counts for an iteration of each region's most expensive loop, which the simulator counts again
 * (Table 5.7). */
event_table_print iteration_table_print;

/* Caches and memory, as benchmarks found them (Table 5.5). */
event_table_print cache_table_print;
