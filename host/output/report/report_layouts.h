/*
 * SPDX-License-Identifier: MIT
 * Prints a whole run as a report, in one of several layouts. Two of them are produced by the
 * kernel's own code, as the kernel itself can send them: the thesis's report (Figures 4.3 to 4.6)
 * and run_p5mon's results file (Figures 4.7 to 4.9).
 */
#pragma once

#include <stdio.h>

#include "host/data/run/run.h"

enum report_layout {
    LAYOUT_TEXT,
    LAYOUT_P5MON_FILE,
    KERNEL_LAYOUTS,
    LAYOUT_TABLE =
        KERNEL_LAYOUTS, /* host/output/report/summary_table.h; text for a run without rows */
    LAYOUT_MACHINE,     /* host/output/report/machine_page.h */
    LAYOUT_MACHINE_ALL, /* the same without the limit of a page */
    LAYOUT_VARIANTS,    /* host/output/report/variant_table.h */
    LAYOUT_INSTR_TABLE, /* host/output/report/instr_table.h */
    LAYOUT_PERFEX,      /* host/pentium4/perfex/perfex_report.h */
    REPORT_LAYOUTS,
};

/* Indexed by layout. "text" and "p5mon_file" are values of the kernel's setting; the others exist
 * only on the host. */
extern const char *const report_layout_names[REPORT_LAYOUTS];

#define REPORT_NAMES "table, text, p5mon_file, machine, machine_all, variants, instr_table, perfex"

/* Returns REPORT_LAYOUTS if the name is unknown. */
enum report_layout report_layout_named(const char *name);

/* `only` is the name of one experiment, as in its plan: prints only its text, and all errors. NULL:
 * prints all experiments. The host's own layouts ignore it. */
void report_layout_print(struct run *run, enum report_layout layout, const char *only, FILE *to);
