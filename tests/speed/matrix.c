/*
 * SPDX-License-Identifier: MIT
 * Multiplies 64 x 64 matrices of doubles in x87, row by column: three of them are 96 KB.
 *
 * The entries are small integers, so every sum is exact and the result is the same everywhere.
 */
#include "tests/speed/speed.h"

#define SIZE   64
#define ROUNDS 50

static double a[SIZE][SIZE], b[SIZE][SIZE], c[SIZE][SIZE];

static void multiply(void)
{
    for (int i = 0; i < SIZE; i++)
        for (int j = 0; j < SIZE; j++) {
            double sum = 0;
            for (int k = 0; k < SIZE; k++)
                sum += a[i][k] * b[k][j];
            c[i][j] += sum;
        }
}

uint32_t work(void)
{
    double trace = 0;

    for (int i = 0; i < SIZE; i++)
        for (int j = 0; j < SIZE; j++) {
            a[i][j] = (i + j) % 7;
            b[i][j] = (i * j) % 5;
        }
    for (int round = 0; round < ROUNDS; round++)
        multiply();
    for (int i = 0; i < SIZE; i++)
        trace += c[i][i];
    return (uint32_t)(int32_t)trace;
}
