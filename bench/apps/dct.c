/*
 * SPDX-License-Identifier: MIT
 * Discrete cosine transform of eight blocks of 8 x 8 pixels in integers, rows and then columns: by
 * its definition, with 64 multiplications per line; and with the 5 of Arai, Agui and Nakajima
 * (1988), whose results keep a factor each. A multiplication takes 10 clocks and does not pair.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/bench.h"

#define BLOCKS 8
#define BITS   13 /* fraction bits of a constant */
#define ROOT_8 2.8284271247461901

/* A compile-time constant in fixed point. */
#define FIXED(x) ((int)((x) * (1 << BITS) + 0.5))

typedef int block[8][8];

enum { DEFINITION, AAN };

static long variant;
static block *pixels, *blocks;
static double basis[8][8];    /* basis[u][x]: orthonormal */
static int basis_fixed[8][8]; /* times sqrt 8, by which AAN's results are larger too */

/* Further factors of AAN's results: 1 / (sqrt 2 cos (k pi / 16)), and 1 for k = 0. */
static const double aan_factor[8] = {1, 0.7209598220, 0.7653668647, 0.8504300948,
                                     1, 1.2727585806, 1.8477590650, 3.6245097854};

static int scaled(int value)
{
    return (value + (1 << (BITS - 1))) >> BITS;
}

/* Transforms 8 numbers in place; they are `step` apart. */
static void transform_by_definition(int *x, int step)
{
    int sums[8];

    for (int u = 0; u < 8; u++) {
        int sum = 0;
        for (int i = 0; i < 8; i++)
            sum += x[i * step] * basis_fixed[u][i];
        sums[u] = scaled(sum);
    }
    for (int u = 0; u < 8; u++)
        x[u * step] = sums[u];
}

/*
 * The same by sums and differences. The five factors are c[4] (used twice), c[6], c[2] - c[6] and
 * c[2] + c[6], where c[k] = cos(k pi / 16).
 */
static void transform_aan(int *x, int step)
{
    int sum07 = x[0] + x[7 * step], difference07 = x[0] - x[7 * step];
    int sum16 = x[step] + x[6 * step], difference16 = x[step] - x[6 * step];
    int sum25 = x[2 * step] + x[5 * step], difference25 = x[2 * step] - x[5 * step];
    int sum34 = x[3 * step] + x[4 * step], difference34 = x[3 * step] - x[4 * step];

    int outer = sum07 + sum34, inner = sum16 + sum25;
    int outer_difference = sum07 - sum34;
    int middle = scaled((sum16 - sum25 + outer_difference) * FIXED(0.70710678));

    x[0] = outer + inner;
    x[4 * step] = outer - inner;
    x[2 * step] = outer_difference + middle;
    x[6 * step] = outer_difference - middle;

    int low = difference34 + difference25;
    int high = difference16 + difference07;
    int centre = scaled((difference25 + difference16) * FIXED(0.70710678));
    int turn = (low - high) * FIXED(0.38268343);
    int turned_low = scaled(low * FIXED(0.54119610) + turn);
    int turned_high = scaled(high * FIXED(1.30656296) + turn);
    int plus = difference07 + centre, minus = difference07 - centre;

    x[step] = plus + turned_high;
    x[7 * step] = plus - turned_high;
    x[5 * step] = minus + turned_low;
    x[3 * step] = minus - turned_low;
}

static void run(void)
{
    void (*transform)(int *, int) = variant == AAN ? transform_aan : transform_by_definition;

    region_begin(0);
    for (int row = 0; row < 8 * BLOCKS; row++)
        transform(blocks[0][row], 1);
    region_end(0);
    region_begin(1);
    for (int b = 0; b < BLOCKS; b++)
        for (int column = 0; column < 8; column++)
            transform(&blocks[b][0][column], 8);
    region_end(1);
}
region_name(0, "rows");
region_name(1, "columns");

static int rounded(double x)
{
    return x < 0 ? x - 0.5 : x + 0.5;
}

static void setup(void)
{
    pixels = malloc(BLOCKS * sizeof(block));
    blocks = malloc(BLOCKS * sizeof(block));
    for (int i = 0; i < BLOCKS * 64; i++)
        pixels[i / 64][i / 8 % 8][i % 8] = (rand() & 255) - 128;
    for (int u = 0; u < 8; u++) {
        double norm = u == 0 ? ROOT_8 / 8 : 0.5;
        for (int x = 0; x < 8; x++) {
            basis[u][x] = norm * cos((2 * x + 1) * u * M_PI / 16);
            basis_fixed[u][x] = rounded(basis[u][x] * ROOT_8 * (1 << BITS));
        }
    }
}

static void restore(void)
{
    memcpy(blocks, pixels, BLOCKS * sizeof(block));
}

/* A pixel by the inverse transform of the unscaled coefficients. */
static double pixel(block b, int y, int x)
{
    double sum = 0;

    for (int v = 0; v < 8; v++) {
        double line = 0;
        for (int u = 0; u < 8; u++)
            line += b[v][u] * basis[u][x] * (variant == AAN ? aan_factor[u] * aan_factor[v] : 1);
        sum += line * basis[v][y];
    }
    return sum / 8;
}

/*
 * The results are integers, eight times as large as the coefficients. Rounding loses half a unit on
 * each, and AAN's factors enlarge that up to 13 times. The error of a pixel is at most 1.2 in 300
 * blocks tried.
 */
static const char *check(void)
{
    static char wrong[80];

    for (int b = 0; b < BLOCKS; b++) {
        for (int i = 0; i < 64; i += 7) {
            int y = i / 8, x = i % 8;
            double got = pixel(blocks[b], y, x);
            if (fabs(got - pixels[b][y][x]) > 1.5) {
                snprintf(wrong, sizeof(wrong), "block %d, row %d, column %d: %f, not %d", b, y, x,
                         got, pixels[b][y][x]);
                return wrong;
            }
        }
    }
    return NULL;
}

/*
 * An integer multiplication counts as an operation too: 64 for each of 64 lines. gcc turns AAN's
 * multiplications into shifts and additions, because the factors are constants.
 */
WORK("if variant=definition region=rows flops=64*64");
WORK("if variant=definition region=columns flops=64*64");
WORK("if variant=aan region=rows flops=0");
WORK("if variant=aan region=columns flops=0");

BENCHMARK("discrete cosine transform of eight blocks of 8 x 8", run, .setup = setup,
          .restore = restore, .check = check, .memory = 4 * 1024,
          .arguments = ARGUMENTS(ARGUMENT(variant, "definition,aan")));
