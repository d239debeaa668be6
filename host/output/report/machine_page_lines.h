/*
 * SPDX-License-Identifier: MIT
 * The table of lines on a machine page.
 */
#pragma once

/* The lines of the page, in the order of its sections. Each part of a line
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
