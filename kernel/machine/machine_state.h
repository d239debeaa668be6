/*
 * SPDX-License-Identifier: MIT
 * Saves and restores the processor state from which each repetition starts, and switches features
 * off and on.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "pmc/ablation.h"

/*
 * Saves the control registers, with the x87 enabled and its errors reported as exceptions. Call
 * once, when the registers have the values that benchmarks are to see, and before the functions
 * below. `switches` are those of the family of counters, or NULL.
 */
void machine_state_save(bool has_cr4, const struct pmc_switches *switches);

/* Saves the current CR0, CR3 and CR4 again, after a change of paging. */
void machine_state_save_control(void);

/* Saves the current DR7 again, so that breakpoints persist across runs. */
void machine_state_save_debug(void);

/* The saved CR0. */
uint32_t machine_state_cr0(void);

/* Restores CR0 and resets the x87, in case the previous benchmark has changed them. */
void machine_state_reset_x87(void);

/*
 * Restores the rest of the saved state, which a benchmark in ring 0 may have changed: CR3, CR4,
 * disabled debug registers, GDTR, IDTR, segment registers, and the features that the kernel has
 * switched off.
 */
void machine_state_restore(void);

/*
 * After a benchmark in ring 0: switches features on again that the benchmark has switched off,
 * which is detected by timing.
 */
void machine_state_heal(void);

/*
 * Reports whether this processor can switch that feature off. The first call tests the effect;
 * *proof describes the test.
 */
bool machine_state_can_ablate(enum ablate feature, struct ablation_proof *proof);

/*
 * Switches one feature off, or with ABLATE_NONE all on again. Valid only if
 * machine_state_can_ablate() is true.
 */
void machine_state_ablate(enum ablate feature);
