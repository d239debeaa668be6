/*
 * SPDX-License-Identifier: MIT
 * LU decomposition of 32 x 32 doubles with row pivoting, before and after optimization for a
 * Pentium (Intel, AP-500): comparing numbers as integers instead of by FCOM and FNSTSW; one
 * reciprocal per column, divided while the rows are exchanged, instead of a division per element;
 * four elements at once with FXCH.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/apps/lu/lu.h"
#include "bench/bench.h"

static long variant;
static double (*input)[LU_N], (*a)[LU_N];
static unsigned row_of[LU_N]; /* row of the input that became row i of L U */

static unsigned find_pivot_plain(unsigned column)
{
    unsigned best = column;

    for (unsigned i = column + 1; i < LU_N; i++)
        if (__builtin_fabs(a[i][column]) > __builtin_fabs(a[best][column]))
            best = i;
    return best;
}

/*
 * Without the sign bit, doubles are ordered like integers. The upper half suffices to find an
 * element that is nearly the largest.
 */
static uint32_t magnitude(const double *number)
{
    return ((const uint32_t *)number)[1] & 0x7fffffff;
}

static unsigned find_pivot_integer(unsigned column)
{
    unsigned best = column;
    uint32_t most = magnitude(&a[best][column]);

    for (unsigned i = column + 1; i < LU_N; i++) {
        uint32_t m = magnitude(&a[i][column]);
        if (m > most) {
            most = m;
            best = i;
        }
    }
    return best;
}

static __attribute__((noinline)) void lu_exchange_then_divide(unsigned column, unsigned pivot)
{
    for (unsigned j = 0; j < LU_N; j++) {
        double kept = a[column][j];
        a[column][j] = a[pivot][j];
        a[pivot][j] = kept;
    }
    for (unsigned i = column + 1; i < LU_N; i++)
        a[i][column] /= a[column][column];
}

static void exchange_while_dividing(unsigned column, unsigned pivot)
{
    double reciprocal = lu_exchange_and_divide(a[column], a[pivot], a[pivot][column]);

    for (unsigned i = column + 1; i < LU_N; i++)
        a[i][column] *= reciprocal;
}

static const struct method {
    unsigned (*find_pivot)(unsigned column);
    void (*exchange)(unsigned column, unsigned pivot); /* also computes the column of L */
    lu_eliminate *eliminate;
} methods[] = {
    {find_pivot_plain, lu_exchange_then_divide, lu_eliminate_plain},
    {find_pivot_integer, exchange_while_dividing, lu_eliminate_scheduled},
};

static void note_exchange(unsigned column, unsigned pivot)
{
    unsigned kept = row_of[column];
    row_of[column] = row_of[pivot];
    row_of[pivot] = kept;
}

static void run(void)
{
    const struct method *method = &methods[variant];

    for (unsigned column = 0; column < LU_N - 1; column++) {
        region_begin(0);
        unsigned pivot = method->find_pivot(column);
        region_end(0);
        note_exchange(column, pivot);
        region_begin(1);
        method->exchange(column, pivot);
        region_end(1);
        region_begin(2);
        for (unsigned i = column + 1; i < LU_N; i++)
            method->eliminate(&a[i][column + 1], &a[column][column + 1], a[i][column],
                              LU_N - 1 - column);
        region_end(2);
    }
}
region_name(0, "find pivot");
region_name(1, "exchange and divide");
region_name(2, "eliminate");

static void setup(void)
{
    input = malloc(LU_N * sizeof(*input));
    a = malloc(LU_N * sizeof(*a));
    for (int i = 0; i < LU_N; i++) {
        for (int j = 0; j < LU_N; j++)
            input[i][j] = (int16_t)rand();
    }
}

static void restore(void)
{
    memcpy(a, input, LU_N * sizeof(*a));
    for (unsigned i = 0; i < LU_N; i++)
        row_of[i] = i;
}

/*
 * Element (i, j) of L U. L has ones on its diagonal; its other elements are stored below U's
 * diagonal.
 */
static double product(unsigned i, unsigned j)
{
    double sum = i <= j ? a[i][j] : 0;

    for (unsigned k = 0; k < i && k <= j; k++)
        sum += a[i][k] * a[k][j];
    return sum;
}

/*
 * Verifies that L U is the input with its rows exchanged, to 10 digits relative to its largest
 * number.
 */
static const char *check(void)
{
    static char wrong[80];

    for (unsigned i = 0; i < LU_N; i++) {
        for (unsigned j = 0; j < LU_N; j++) {
            double expected = input[row_of[i]][j], got = product(i, j);
            if (fabs(got - expected) > 32768e-10) {
                snprintf(wrong, sizeof(wrong), "row %u, column %u of L U is %f, not %f", i, j, got,
                         expected);
                return wrong;
            }
        }
    }
    return NULL;
}

/*
 * Columns 0 to 30 have 31, 30 ... 1 rows below them: one division per row, 31*32/2 in all, or one
 * per column and the same number of multiplications. Each of these rows has as many elements to the
 * right of the column as there are rows: a multiplication and a subtraction for each of 1 + 4 + 9
 * ... 31^2 = 31*32*63/6.
 */
WORK("if variant=before region=exchange_and_divide flops=31*32/2");
WORK("if variant=after region=exchange_and_divide flops=31 + 31*32/2");
WORK("region=eliminate flops=2*(31*32*63/6)");

BENCHMARK("LU decomposition of 32 x 32 doubles", run, .setup = setup, .restore = restore,
          .check = check, .memory = 16 * 1024,
          .arguments = ARGUMENTS(ARGUMENT(variant, "before,after")));
