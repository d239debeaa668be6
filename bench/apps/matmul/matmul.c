/*
 * SPDX-License-Identifier: MIT
 * Product of two matrices of 36 x 36 doubles, 10.1 KB each with a data cache of 8 KB: naive; in
 * panels of 12 columns of B, which stay in the cache; and in panels with four sums at once, whose
 * additions and multiplications overlap by FXCH (Intel, AP-500, on scheduling for the x87).
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/apps/matmul/matmul.h"
#include "bench/bench.h"

#define PANEL 12

enum { NAIVE, PANELS, FXCH };

static long variant;
static double (*a)[MATMUL_N], (*b)[MATMUL_N], (*product)[MATMUL_N];

static void multiply_columns(unsigned from, unsigned to)
{
    for (unsigned i = 0; i < MATMUL_N; i++) {
        if (variant == FXCH) {
            for (unsigned j = from; j < to; j += 4)
                matmul_dot4(a[i], &b[0][j], &product[i][j]);
        } else {
            for (unsigned j = from; j < to; j++)
                matmul_dot(a[i], &b[0][j], &product[i][j]);
        }
    }
}

static void run(void)
{
    unsigned panel = variant == NAIVE ? MATMUL_N : PANEL;

    region_begin(0);
    for (unsigned j = 0; j < MATMUL_N; j += panel)
        multiply_columns(j, j + panel);
    region_end(0);
}
region_name(0, "multiply");

/* The elements are small integers, so that every sum is exact in any order of addition. */
static void setup(void)
{
    a = malloc(MATMUL_N * sizeof(*a));
    b = malloc(MATMUL_N * sizeof(*b));
    product = malloc(MATMUL_N * sizeof(*product));
    for (int i = 0; i < MATMUL_N; i++) {
        for (int j = 0; j < MATMUL_N; j++) {
            a[i][j] = (i * 7 + j * 5) % 23 - 11;
            b[i][j] = (i * 3 + j * j) % 19 - 9;
        }
    }
}

static void restore(void)
{
    memset(product, 0, MATMUL_N * sizeof(*product));
}

/* Freivalds's test: (A B) x = A (B x), here for vectors x = (1, m, m^2, ...) modulo 2^32. */
static bool product_holds(uint32_t m)
{
    uint32_t bx[MATMUL_N] = {0};

    for (int i = 0; i < MATMUL_N; i++)
        for (int j = MATMUL_N - 1; j >= 0; j--)
            bx[i] = bx[i] * m + (int)b[i][j];
    for (int i = 0; i < MATMUL_N; i++) {
        uint32_t left = 0, right = 0;
        for (int j = MATMUL_N - 1; j >= 0; j--) {
            left = left * m + (int)product[i][j];
            right += (int)a[i][j] * bx[j];
        }
        if (left != right)
            return false;
    }
    return true;
}

static const char *check(void)
{
    static char wrong[40];

    for (uint32_t m = 2; m < 6; m++) {
        if (!product_holds(m)) {
            snprintf(wrong, sizeof(wrong), "(A B) x is not A (B x) for m = %u", m);
            return wrong;
        }
    }
    return NULL;
}

/* One multiplication and one addition for each of 36^3 terms. */
WORK("region=multiply flops=2*36*36*36");

BENCHMARK("matrix product of 36 x 36 doubles", run, .setup = setup, .restore = restore,
          .check = check, .memory = 32 * 1024,
          .arguments = ARGUMENTS(ARGUMENT(variant, "naive,panels,fxch")));
