/*
 * SPDX-License-Identifier: MIT
 * A run in the forms that the kernel can send itself: the thesis's report (Figures 4.3 to 4.6) and
 * run_p5mon's results file (Figures 4.7 to 4.9). It is the kernel's own code that prints them.
 */
#pragma once

#include <stdio.h>

#include "host/run.h"

enum report_layout { LAYOUT_TEXT, LAYOUT_P5MON_FILE, REPORT_LAYOUTS };

/* By layout: "text", "p5mon_file", as the kernel's setting report has them. */
extern const char *const report_layout_names[REPORT_LAYOUTS];

void report_print(struct run *run, enum report_layout layout, FILE *to);
