/*
 * SPDX-License-Identifier: MIT
 * Multiplies matrices of integers, row by column; the three are 3.4 times the data cache.
 */
#include "tests/bench/reference/reference.h"

#define SIZE 48

static uint32_t a[SIZE][SIZE] __attribute__((aligned(4096)));
static uint32_t b[SIZE][SIZE] __attribute__((aligned(4096)));
static uint32_t c[SIZE][SIZE] __attribute__((aligned(4096)));

void reference_matrix(void);

MEASURED void reference_matrix(void)
{
    for (uint32_t i = 0; i < SIZE; i++)
        for (uint32_t j = 0; j < SIZE; j++) {
            store(&a[i][j], i + j);
            store(&b[i][j], i * j);
        }
    for (uint32_t i = 0; i < SIZE; i++)
        for (uint32_t j = 0; j < SIZE; j++) {
            uint32_t sum = 0;
            for (uint32_t k = 0; k < SIZE; k++)
                sum += a[i][k] * b[k][j];
            store(&c[i][j], sum);
        }
}

static void matrix(void)
{
    region_begin(0);
    reference_matrix();
    region_end(0);
}

BENCHMARK("a matrix multiply on integers", matrix);
