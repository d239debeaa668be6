/*
 * SPDX-License-Identifier: MIT
 * Checks the requirements of benchmarks beyond a processor and memory. The small image lacks this:
 * its benchmarks have no requirements.
 */
#pragma once

#include "bench/bench.h"
#include "pmc/pmc.h"
#include "serial/report.h"

/* Returns the requirement that this machine does not meet, or NULL. `features` are CPUID's. */
const char *bench_needs_missing(const struct benchmark *benchmark, uint32_t features, bool paging,
                                const struct pmc *pmc);

/*
 * Reports that the benchmark is not run. This is an error and returns 1 if `command` names it
 * exactly, or if only page tables are missing, which is a setting. If a pattern matched it, other
 * benchmarks run, so this is a warning and returns 0.
 */
unsigned bench_needs_report(struct report_stream *report, const struct benchmark *benchmark,
                            const char *lack, const char *command);

/* Returns whether the benchmark may execute SSE instructions, which an operating system must allow.
 */
bool bench_needs_sse(const struct benchmark *benchmark);
