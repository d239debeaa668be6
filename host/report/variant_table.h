/*
 * SPDX-License-Identifier: MIT
 * What a change of code is worth: the variants of each benchmark side by side.
 */
#pragma once

#include <stdio.h>

#include "host/run/run.h"

/*
 * For each benchmark with an argument `variant`, and each region of it, a line for each variant:
 * clocks, CPI, gain against the first variant, and the cause whose clocks changed most: one that is
 * counted (host/metrics/clock_causes.h), or one with a documented price (pmc/p5/documented.def).
 */
void variants_print(const struct run *run, FILE *to);
