/*
 * SPDX-License-Identifier: MIT
 * What some benchmarks want beyond a processor and memory: what not every machine has; and files of
 * those that count by libp4pm, which a loader brings as modules with a word file=NAME in their
 * string, and which go out with the report. Not in a small image, whose benchmarks want nothing.
 */
#pragma once

#include "bench/bench.h"
#include "boot/multiboot.h"
#include "pmc/pmc.h"
#include "serial/report.h"

/* What it needs and does not have here, with CPUID's features; NULL: nothing. */
const char *bench_lacks(const struct benchmark *benchmark, uint32_t features, bool paging,
                        const struct pmc *pmc);

/*
 * Says that it is not run. An error, 1, where it is what `command` asks for; where a pattern has
 * found it others are run, and it is a warning, 0.
 */
unsigned bench_say_lack(struct report *report, const struct benchmark *benchmark, const char *lack,
                        const char *command);

/* ---- files -------------------------------------------------------------------------------------
 */

/* Takes modules that are such files out of the loader's list, so that what stays are experiments.
 */
void bench_files_find(struct multiboot_info *info);

/*
 * Copies them to where ring 3 can read them, once paging is installed; and where pmc is a Pentium
 * 4's, opens the gate through which libp4pm sets its counters. NULL, or why not.
 */
const char *bench_give(const struct pmc *pmc);

/* What the last run has left, a line at a time; NULL: it is dropped. */
void bench_files_report(struct report *report);
