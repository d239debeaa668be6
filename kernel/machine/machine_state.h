/*
 * SPDX-License-Identifier: MIT
 * The state of the processor that a repetition starts from, and features of it switched off.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "pmc/ablate.h"

/*
 * Keeps the control registers as they are, with the x87 ready to be used and its errors reported as
 * exceptions. Call once, when they are as benchmarks are to find them, and before what follows.
 * `switches` are those of the family of counters, or NULL.
 */
void machine_keep(bool has_cr4, const struct pmc_switches *switches);

/* Keeps CR0, CR3 and CR4 anew, as they are now: paging is another. */
void machine_keep_control(void);

/* Keeps DR7 anew: breakpoints that are to stay through runs. */
void machine_keep_debug(void);

/* CR0 as kept. */
uint32_t machine_cr0(void);

/* CR0 as kept and the x87 as after a reset, whatever the benchmark before has left. */
void machine_reset_x87(void);

/*
 * The rest of the processor as kept, whatever a benchmark in ring 0 has left: CR3, CR4, debug
 * registers off, GDTR, IDTR and segment registers; and all features that we have switched off.
 */
void machine_restore(void);

/* Behind a benchmark in ring 0: features on again that it has switched off, seen by time. */
void machine_heal(void);

/*
 * Whether this processor lets that feature be switched off, seen by its effect the first time that
 * somebody asks; *proof says how it was seen.
 */
bool machine_can_ablate(enum ablate feature, struct ablate_proof *proof);

/* Switches one feature off, or with ABLATE_NONE all on again. Only where machine_can_ablate(). */
void machine_ablate(enum ablate feature);
