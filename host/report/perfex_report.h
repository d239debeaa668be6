/*
 * SPDX-License-Identifier: MIT
 * What a Pentium 4 counted, as perfex (perfctr 2.6.42) prints it.
 */
#pragma once

#include <stdio.h>

#include "host/run/run.h"

/*
 * For each region of each benchmark a line "tsc", where the time stamp was counted, and for each
 * event CCCR, ESCR and counter, with the count, the mean rounded; and PEBS_ENABLE and
 * PEBS_MATRIX_VERT where they are not 0. Where there are several regions, a comment in front says
 * which it is.
 */
void perfex_print(const struct run *run, FILE *to);
