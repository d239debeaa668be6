/*
 * SPDX-License-Identifier: MIT
 * Student's t distribution for any positive degrees of freedom, including the fractional ones of
 * Welch's test; stats/student_t.h has the integral ones that the kernel needs.
 */
#pragma once

/*
 * Returns the probability that |T| is at least t. df > 0. The relative error is below 1e-10 down to
 * 1e-300. It uses the continued fraction of the incomplete beta function (NIST DLMF 8.17.22).
 */
double t_two_sided_probability(double t, double df);

/* Returns the t with this two-sided probability; 0 < probability < 1. */
double t_distribution_quantile(double probability, double df);
