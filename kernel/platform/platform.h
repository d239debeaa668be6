/*
 * SPDX-License-Identifier: MIT
 * Decides whether the machine is a real chip. It is one only if every property that can be tested
 * is that of the chips with its signature.
 */
#pragma once

#include "kernel/machine/processor_identity.h"
#include "kernel/time/clock_speed.h"

/*
 * Sets the platform and its evidence, unless the machine has named itself. `pmc`: its counters,
 * which are tested and then stopped, or NULL. `speed`: its measured clock. `caches`: as in struct
 * report_machine.
 */
void platform_judge(struct cpu *cpu, const struct pmc *pmc, const struct speed *speed,
                    const char *caches);
