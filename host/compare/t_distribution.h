/*
 * SPDX-License-Identifier: MIT
 * Student's t distribution with any positive, also fractional, degrees of freedom, as Welch's test
 * needs them; stats/student_t.h has the whole ones that the kernel needs.
 */
#pragma once

/*
 * Probability that |T| is t or more. df > 0. Relative error below 1e-10 down to 1e-300; by the
 * continued fraction of the incomplete beta function (NIST DLMF 8.17.22).
 */
double t_two_sided_probability(double t, double df);

/* The t with that two-sided probability, 0 < probability < 1. */
double t_quantile(double probability, double df);
