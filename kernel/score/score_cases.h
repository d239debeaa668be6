/*
 * SPDX-License-Identifier: MIT
 * Measures the rows of the score that benchmarks answer.
 */
#pragma once

#include "kernel/score/score_values.h"

/* Measures the rows from `first` to before `end`, which share a case and a method. */
void score_cases_measure(struct score *score, unsigned first, unsigned end);

/* Returns the end of the rows that are measured together with row `first`. */
unsigned score_cases_end(unsigned first);
