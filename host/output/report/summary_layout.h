/*
 * SPDX-License-Identifier: MIT
 * Fits the columns of a summary into a width. If the table is too wide, columns move together and
 * names of cases lose their arguments' names, then names get separate lines, then columns are
 * left out.
 */
#pragma once

#include "host/output/report/region_summary.h"

/* How a summary is laid out for a width. */
struct summary_layout {
    const struct summary *summary;
    unsigned width;
    bool *left_out;   /* per column of the summary */
    unsigned gap;     /* blanks between columns */
    bool short_names; /* cases without their arguments' names */
    bool own_lines;   /* names with arguments, and names that are too long, have separate lines */
    unsigned name;    /* width of the first column */
    unsigned region, mode;
    unsigned header_lines; /* names of events are wrapped */
};

/* Lays out the summary for a width. */
struct summary_layout summary_layout_new(const struct summary *summary, unsigned width);
void summary_layout_free(struct summary_layout *layout);

/* Returns a benchmark's name as the layout has it: "apps/checksum:variant=before" becomes
 * "apps/checksum:before" if names are short. The caller frees it. */
char *summary_layout_name(const struct summary_layout *layout, const char *bench);

/* Returns a line of the column's header; "" if it has fewer lines. The last line is number
 * header_lines - 1. The caller frees it. */
char *summary_layout_header(const struct summary_layout *layout, unsigned column, unsigned line);

/* Returns whether a name, as the layout has it, needs a separate line. */
bool summary_layout_own_line(const struct summary_layout *layout, const char *name);
