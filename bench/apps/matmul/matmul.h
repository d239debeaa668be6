/*
 * SPDX-License-Identifier: MIT
 * The inner loops of the matrix product, in matmul.asm.
 */
#pragma once

#define MATMUL_N 36 /* rows and columns; matmul.asm has the same number */

/* The sum of row[k] * column[k][0] for all k, to *sum. */
void matmul_dot(const double row[MATMUL_N], const double *column, double *sum);

/* The same for four columns side by side, to sum[0] to sum[3]. */
void matmul_dot4(const double row[MATMUL_N], const double *columns, double *sum);
