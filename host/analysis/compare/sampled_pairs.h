/*
 * SPDX-License-Identifier: MIT
 * Pairs the sampled data of two runs: each function's share of the samples, the mean rates of
 * events, estimates of multiplexed events, times between stamps. A rate is per repetition and 1,000
 * clocks; its spread is that between repetitions, since the ticks of one repetition are not
 * independent. An estimate is per repetition; its spread is that between rounds.
 */
#pragma once

#include "host/analysis/compare/profile_pairs.h"
#include "host/analysis/compare/result_pairs.h"

/*
 * Pairs the results as result_pairs_make() does, and the sampled data. Holm's correction is over
 * all pairs.
 */
void sampled_pairs_make(struct result_pairs *pairs, const struct run *a, const struct run *b,
                        const struct result_selection *selection, double level,
                        const struct kernels *kernels);
