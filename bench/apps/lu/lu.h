/*
 * SPDX-License-Identifier: MIT
 * The inner loops of the LU decomposition, implemented in lu.asm.
 */
#pragma once

#define LU_N 32 /* rows and columns; lu.asm has the same number */

/* Computes row[i] -= factor * pivot[i] for i from 0 to n - 1. */
typedef void lu_eliminate(double *row, const double *pivot, double factor, unsigned n);
lu_eliminate lu_eliminate_plain, lu_eliminate_scheduled;

/* Exchanges rows p and q by integer moves while the x87 divides; returns 1 / divisor. */
double lu_exchange_and_divide(double p[LU_N], double q[LU_N], double divisor);
