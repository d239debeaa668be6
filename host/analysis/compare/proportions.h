/*
 * SPDX-License-Identifier: MIT
 * Tests whether two shares of samples differ, and by how much: Fisher's exact test (R. A. Fisher,
 * "Statistical Methods for Research Workers", section 21.02), and the interval of R. G. Newcombe,
 * "Interval Estimation for the Difference Between Independent Proportions", Statistics in Medicine
 * 17 (1998), method 10, which combines Wilson's interval of each share.
 */
#pragma once

#include "host/analysis/compare/welch.h"

/*
 * Compares x of all_a samples before with y of all_b after; all_a and all_b are at least 1. The
 * change of the share is in percentage points. df is 0.
 */
struct difference proportions(double x, double all_a, double y, double all_b, double level);
