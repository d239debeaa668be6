/*
 * SPDX-License-Identifier: MIT
 * Whether two shares of samples differ, and by how much: Fisher's exact test (R. A. Fisher,
 * "Statistical Methods for Research Workers", section 21.02), and the interval of R. G. Newcombe,
 * "Interval Estimation for the Difference Between Independent Proportions", Statistics in Medicine
 * 17 (1998), method 10, which is made of Wilson's for each share.
 */
#pragma once

#include "host/compare/welch.h"

/* x of all_a samples before and y of all_b after, both 1 or more: the change of the share, in
 * percentage points. df is 0. */
struct difference proportions(double x, double all_a, double y, double all_b, double level);
