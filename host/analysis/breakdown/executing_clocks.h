/*
 * SPDX-License-Identifier: MIT
 * Estimates from a profile the clocks that no P5 event counts: further clocks of instructions that
 * take several, x87 clocks, and prefix clocks. Samples show how the clocks are distributed over
 * instructions, documents give the clocks of each instruction, and all instructions of a block are
 * executed equally often.
 */
#pragma once

#include "host/analysis/breakdown/breakdown_parts.h"
#include "host/analysis/fault/debug_image.h"
#include "host/analysis/profile/profiles.h"

struct executing_share {
    bool there;
    double share, low, high; /* of the region's clocks; 95 % interval for this number of samples */
};

struct executing_clocks {
    struct executing_share parts[PARTS];
    double samples; /* that fell into the region */
    double twice;   /* share of its clocks in which both pipes wait for an address */
};

/*
 * `slots` is the share of the region's clocks that issue takes, as counted; NAN if unknown. Returns
 * false if the profile has too few samples of the region.
 */
bool executing_clocks_of(const struct profile *profile, const char *bench, unsigned region,
                         unsigned regions, double slots, struct executing_clocks *executing);
