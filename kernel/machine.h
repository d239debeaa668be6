/*
 * SPDX-License-Identifier: MIT
 * The state of the machine that a repetition starts from, and processor features switched off.
 */
#pragma once

#include <stdbool.h>

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
 * Empties the branch target buffer by filling it with branches that are never met again, writes the
 * caches back and invalidates them, and flushes the TLBs.
 */
void machine_make_cold(void);

/* The x87 as after a reset, whatever the benchmark before has left; ready to be used. */
void machine_reset_x87(void);

/* Whether this processor lets features be switched off: test register TR12 answers. */
bool machine_can_ablate(void);

/* Switches one feature off, or with ABLATE_NONE all on again. Only where machine_can_ablate(). */
void machine_ablate(enum ablate ablate);
