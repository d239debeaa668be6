/*
 * SPDX-License-Identifier: MIT
 * experiment=score: measures every row of the score and reports the verdicts (docs/score.md).
 */
#pragma once

#include "kernel/machine/processor_identity.h"
#include "kernel/measure/kernel_run.h"

/*
 * Measures and reports the score; only the benchmarks that the setting `command` names are run. Not
 * in the small image.
 */
void score_run(struct kernel_run *run, const struct config *config, const struct cpu *cpu)
    __attribute__((weak));

/*
 * The same on a processor without a time-stamp counter, before anything else is prepared: what
 * CPUID and the instructions themselves show. Returns false if it has one, or another experiment is
 * asked for.
 */
bool score_run_without_clock(struct kernel_run *run, const struct config *config,
                             const struct cpu *cpu) __attribute__((weak));
