/*
 * SPDX-License-Identifier: MIT
 * A machine described by what its benchmarks found out: a page of text, 60 lines of 100 columns.
 */
#pragma once

#include <stdio.h>

#include "host/run/run.h"

/*
 * Lines of the page, in the order of its sections: machine_page_lines.c. What a benchmark finds is
 * one part of a line; `format` has %v for its value with the unit, or %n for the value alone.
 */
#define MACHINE_PARTS 6

struct machine_part {
    const char *finding, *format;
};

struct machine_line {
    const char *section, *label;
    struct machine_part parts[MACHINE_PARTS + 1]; /* up to one without a finding */
    const char *list; /* instead: all findings that begin with this, by what was measured; */
                      /* without a label they are left to `show` */
};

extern const struct machine_line machine_lines[]; /* up to one without a section */

/*
 * Says what was not measured, too. `all`: with what else was found and each instruction, of which a
 * page says how many there are; its lists are then whole.
 */
void machine_print(const struct run *run, bool all, FILE *to);
