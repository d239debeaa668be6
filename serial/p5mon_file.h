/*
 * SPDX-License-Identifier: MIT
 * run_p5mon's results file beside another form of report.
 */
#pragma once

#include "serial/report.h"

/*
 * With output_file, a benchmark's section of that file, line by line as the report's form sends
 * lines of files. Without, or where the report is in that form itself, nothing.
 */
void p5mon_file_bench(struct report *report, const struct report_bench *bench);
