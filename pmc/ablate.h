/*
 * SPDX-License-Identifier: MIT
 * Features of the processor that can be switched off, to see what they are worth.
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
 * What a switch changes in an event's count, or for L1 in clocks: by how much at least where it
 * works, and by how much.
 */
struct ablate_proof {
    uint64_t expect, got;
};

/* How a family does it. */
struct pmc_switches {
    /* Notes how fast the processor is as it is now, all features on. */
    void (*keep)(void);
    /* All features on again, if we have ever switched one off. */
    void (*restore)(void);
    /* All features on again, if it is slower than it was: a benchmark has switched one off. */
    void (*heal)(void);
    /* Switches one feature off, or with ABLATE_NONE all on again. Only what is proved(). */
    void (*off)(enum ablate feature);
    /*
     * Switches a feature off and on again and looks at what changes. 0, or -1 where that is less
     * than expected, or the processor refuses.
     */
    int (*prove)(enum ablate feature, struct ablate_proof *proof);
};
