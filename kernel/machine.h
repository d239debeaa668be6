/*
 * SPDX-License-Identifier: MIT
 * The state of the machine that a repetition starts from, and processor features switched off.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

enum ring { RING_KERNEL, RING_USER }; /* 0 and 3 */

enum state { STATE_WARM, STATE_COLD };

enum ablate {
    ABLATE_NONE,
    ABLATE_BRANCH, /* branch prediction off */
    ABLATE_VPIPE,  /* V pipe off */
    ABLATE_L1,     /* L1 caches off */
    ABLATIONS,
};

/*
 * Keeps the control registers as they are, with the x87 ready to be used and its errors reported as
 * exceptions. Call once, when they are as benchmarks are to find them, and before what follows.
 * Another processor's MSR 0Eh, where it is no P5, is left alone.
 */
void machine_keep(bool has_cr4, bool is_p5);

/* CR0 as kept. */
uint32_t machine_cr0(void);

/* CR0 as kept and the x87 as after a reset, whatever the benchmark before has left. */
void machine_reset_x87(void);

/*
 * The rest of the processor as kept, whatever a benchmark in ring 0 has left: CR3, CR4, debug
 * registers off, GDTR, IDTR and segment registers, all features on.
 */
void machine_restore(void);

/* Whether this processor lets features be switched off: test register TR12 answers. */
bool machine_can_ablate(void);

/* Switches one feature off, or with ABLATE_NONE all on again. Only where machine_can_ablate(). */
void machine_ablate(enum ablate ablate);
