/*
 * SPDX-License-Identifier: MIT
 * Checks the requirements of benchmarks beyond a processor and memory, and handles the files of
 * benchmarks that count by libp4pm. The loader passes such files as modules with a word file=NAME
 * in their string; written files go out with the report. The small image lacks this: its benchmarks
 * have no requirements.
 */
#pragma once

#include "bench/bench.h"
#include "boot/multiboot.h"
#include "pmc/pmc.h"
#include "serial/report.h"

/* Returns the requirement that this machine does not meet, or NULL. `features` are CPUID's. */
const char *bench_needs_missing(const struct benchmark *benchmark, uint32_t features, bool paging,
                                const struct pmc *pmc);

/*
 * Reports that the benchmark is not run. If `command` names it exactly, this is an error and
 * returns 1; if a pattern matched it, other benchmarks run, so this is a warning and returns 0.
 */
unsigned bench_needs_report(struct report_stream *report, const struct benchmark *benchmark,
                            const char *lack, const char *command);

/* ---- files ---------------------------------------------------------------------------------- */

/*
 * Removes modules that are such files from the loader's list, so that the remaining modules are
 * experiments.
 */
void bench_needs_find_files(struct multiboot_info *info);

/*
 * Copies the files to memory that ring 3 can read, once paging is installed. If pmc is a Pentium
 * 4's, also opens the gate through which libp4pm sets its counters. Returns NULL, or the reason for
 * failure.
 */
const char *bench_needs_provide(const struct pmc *pmc);

/* Reports the files that the last run has written, line by line; if report is NULL, drops them. */
void bench_needs_report_files(struct report_stream *report);
