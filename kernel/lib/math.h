/*
 * SPDX-License-Identifier: MIT
 * The functions of C11's <math.h> (7.12) that benchmarks use, in double precision.
 */
#pragma once

double sqrt(double x);
double fabs(double x);

#define M_PI 3.14159265358979323846

/* In radians; of any finite number. */
double sin(double x);
double cos(double x);
