/*
 * SPDX-License-Identifier: MIT
 * Processor features that can be switched off (ablation), to measure what each contributes.
 */
#pragma once

#include <stdint.h>

enum ablate {
    ABLATE_NONE,
    ABLATE_BRANCH, /* branch prediction off */
    ABLATE_VPIPE,  /* V pipe off */
    ABLATE_L1,     /* L1 caches off */
    ABLATIONS,
};

/*
 * The proof that a switch works: the least change expected and the measured change of an event
 * count (ABLATE_L1: of clocks).
 */
struct ablation_proof {
    int64_t expect, got; /* the change is negative if the clocks became fewer */
};

/* The switches of one processor family. */
struct pmc_switches {
    /* Measures the speed with all features on. restore() and repair() refer to it. */
    void (*measure)(void);
    /* Switches all features on again, if off() has ever switched one off. */
    void (*restore)(void);
    /*
     * Switches all features on again if the processor is slower than at measure(), because a
     * benchmark has switched one off.
     */
    void (*repair)(void);
    /*
     * Switches one feature off; ABLATE_NONE switches all on again. Call it only for a feature that
     * prove() has confirmed.
     */
    void (*off)(enum ablate feature);
    /*
     * Switches a feature off and on again and measures the change. Returns 0, or -1 if the change
     * is smaller than expected or the processor refuses the write.
     */
    int (*prove)(enum ablate feature, struct ablation_proof *proof);
};
