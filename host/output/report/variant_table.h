/*
 * SPDX-License-Identifier: MIT
 * Compares the variants of each benchmark, to show the gain of a code change.
 */
#pragma once

#include <stdio.h>

#include "host/data/run/run.h"

/*
 * For each benchmark with an argument `variant`, and each of its regions, prints a line per
 * variant: clocks, CPI, gain against the first variant, and the cause whose clocks changed most. A
 * cause is a counted one (host/data/metrics/clock_causes.h) or one with a documented cost
 * (pmc/p5/documented.def).
 */
void variant_table_print(const struct run *run, FILE *to);
