/*
 * SPDX-License-Identifier: MIT
 * Emits run_p5mon's results file within another report format.
 */
#pragma once

#include "serial/report.h"

/*
 * If output_file is set, sends a benchmark's section of that file, line by line, in the report's
 * way of sending lines of files. Does nothing if it is unset, or if the report itself has that
 * format.
 */
void p5mon_file_bench(struct report_stream *report, const struct report_bench *bench);
