/*
 * SPDX-License-Identifier: MIT
 * What no event of a P5 counts, from a profile: how many of a region's clocks are further clocks of
 * instructions that take several, the x87's, and prefixes'. Samples say how the clocks are shared
 * out among instructions, documents what each takes, and the instructions of one block are executed
 * equally often.
 */
#pragma once

#include "host/breakdown/breakdown.h"
#include "host/fault/debug_image.h"
#include "host/profile/profiles.h"

struct executing_share {
    bool there;
    double share, low, high; /* of the region's clocks; 95 %, by the number of samples */
};

struct executing {
    struct executing_share parts[PARTS];
    double samples; /* that fell into the region */
    double twice;   /* share of its clocks in which both pipes wait for an address */
};

/*
 * `slots` is the share of the region's clocks that issue takes, as counted; NAN where it is not
 * known. False where the profile has too few samples of the region.
 */
bool executing_of(const struct profile *profile, const char *bench, unsigned region,
                  unsigned regions, double slots, struct executing *executing);
