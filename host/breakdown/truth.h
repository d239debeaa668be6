/*
 * SPDX-License-Identifier: MIT
 * What the virtual Pentium itself says of where the clocks went (vpentium -account), to hold an
 * estimate to.
 */
#pragma once

#include "host/breakdown/breakdown.h"

struct truth; /* a file of -account */

/* NULL after a message. */
struct truth *truth_read(const char *file);
void truth_free(struct truth *truth);

/* The clocks of each part in one repetition, overhead taken off; false where it has none of it. */
bool truth_of(const struct truth *truth, const struct result *place, double parts[PARTS]);

/*
 * Kullback and Leibler's distance, in nats, of the estimate's shares from the truth's. What is left
 * unexplained is a share of its own, of which the truth has nothing; a clock stands for a part that
 * the estimate leaves at 0 and the truth has.
 */
double truth_distance(const double parts[PARTS], const struct breakdown *breakdown);
