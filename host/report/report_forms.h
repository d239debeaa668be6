/*
 * SPDX-License-Identifier: MIT
 * A whole run told in one of the forms there are. Two are those that the kernel can send itself, by
 * the kernel's own code: the thesis's report (Figures 4.3 to 4.6) and run_p5mon's results file
 * (Figures 4.7 to 4.9).
 */
#pragma once

#include <stdio.h>

#include "host/run/run.h"

enum report_layout {
    LAYOUT_TEXT,
    LAYOUT_P5MON_FILE,
    KERNEL_LAYOUTS,
    LAYOUT_MACHINE = KERNEL_LAYOUTS, /* host/report/machine_page.h */
    LAYOUT_MACHINE_ALL,              /* the same with what does not fit a page */
    LAYOUT_VARIANTS,                 /* host/report/variant_table.h */
    LAYOUT_INSTR_TABLE,              /* host/report/instr_table.h */
    LAYOUT_PERFEX,                   /* host/report/perfex_report.h */
    REPORT_LAYOUTS,
};

/* By layout: "text" and "p5mon_file" are the kernel's setting's; the others are ours. */
extern const char *const report_layout_names[REPORT_LAYOUTS];

#define REPORT_NAMES "text, p5mon_file, machine, machine_all, variants, instr_table, perfex"

/* REPORT_LAYOUTS where there is none of that name. */
enum report_layout report_layout_named(const char *name);

/*
 * `only` names one experiment, as its plan does, whose text is wanted and nobody else's but for
 * what went wrong; NULL: all. The layouts that are ours choose for themselves.
 */
void report_print(struct run *run, enum report_layout layout, const char *only, FILE *to);
