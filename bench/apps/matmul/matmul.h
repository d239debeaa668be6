/*
 * SPDX-License-Identifier: MIT
 * The inner loops of the matrix product, implemented in matmul.asm.
 */
#pragma once

#define MATMUL_N 36 /* rows and columns; matmul.asm has the same number */

/* Stores the sum of row[k] * column[k][0] over all k in *sum. */
void matmul_dot(const double row[MATMUL_N], const double *column, double *sum);

/* The same for four adjacent columns; stores sum[0] to sum[3]. */
void matmul_dot4(const double row[MATMUL_N], const double *columns, double *sum);
