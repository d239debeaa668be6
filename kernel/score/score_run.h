/*
 * SPDX-License-Identifier: MIT
 * experiment=score: measures every row of the score and reports the verdicts (docs/score.md).
 */
#pragma once

#include "kernel/machine/processor_identity.h"
#include "kernel/measure/kernel_run.h"

/*
 * Measures and reports the score. run->pmc may be NULL: without a time-stamp counter only what
 * CPUID and the instructions themselves show is measured. Not in the small image.
 */
void score_run(struct kernel_run *run, const struct cpu *cpu) __attribute__((weak));
