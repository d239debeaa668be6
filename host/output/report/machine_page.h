/*
 * SPDX-License-Identifier: MIT
 * Describes a machine by the findings of its benchmarks: a page of text, 60 lines of 100 columns.
 */
#pragma once

#include <stdio.h>

#include "host/data/run/run.h"

/* The lines of the page, in the order of its sections (machine_page_lines.c). Each part of a line
 * is one finding; in `format`, %v is its value with unit, %n the value alone. */
#define MACHINE_PARTS 6

struct machine_part {
    const char *finding, *format;
};

struct machine_line {
    const char *section, *label;
    struct machine_part parts[MACHINE_PARTS + 1]; /* terminated by a part without a finding */
    const char *list; /* instead: all findings with this prefix, grouped by value; */
                      /* without a label they are left to `show` */
};

extern const struct machine_line machine_lines[]; /* terminated by a line without a section */

/* Prints the page, including what was not measured. `all`: adds the remaining findings, prints
 * lists in full, and prints each instruction instead of their number. */
void machine_page_print(const struct run *run, bool all, FILE *to);
