/*
 * SPDX-License-Identifier: MIT
 * The results of a benchmark, for the report as text.
 */
#pragma once

#include "serial/report.h"

/* Prints all results of a benchmark, as run_p5mon does at its end. */
void text_results_bench_end(struct report_stream *report, const struct report_bench *bench);
