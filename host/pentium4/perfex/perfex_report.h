/*
 * SPDX-License-Identifier: MIT
 * Prints a Pentium 4's counts in the format of perfex (perfctr 2.6.42).
 */
#pragma once

#include <stdio.h>

#include "host/data/run/run.h"

/*
 * For each region of each benchmark, prints a line "tsc" if the time stamp was counted, and for
 * each event CCCR, ESCR and counter with the rounded mean count, and PEBS_ENABLE and
 * PEBS_MATRIX_VERT if they are not 0. If there are several regions, a comment names each.
 */
void perfex_report_print(const struct run *run, FILE *to);
