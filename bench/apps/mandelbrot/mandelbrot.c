/*
 * SPDX-License-Identifier: MIT
 * The Mandelbrot set at 32 x 16 points: in integers, which was fastest on an i486; in doubles; and
 * in doubles with FXCH and with integer instructions that overlap with the x87's (Intel, AP-500).
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/apps/mandelbrot/mandelbrot.h"
#include "bench/bench.h"

#define COLUMNS 32
#define ROWS    16

/* The corner and the steps are multiples of 1 / 32, which each number format represents exactly. */
#define X(column) (((column)-21) * 3 / 32.0)
#define Y(row)    (((row)-8) * 5 / 32.0)
#define FIXED(x)  ((int32_t)((x) * (1 << 28)))

enum { INTEGER, X87, OVERLAPPED };

static long variant;
static uint8_t (*iterations)[COLUMNS];

static void run_fixed(void)
{
    for (int row = 0; row < ROWS; row++)
        for (int column = 0; column < COLUMNS; column++)
            iterations[row][column] = mandelbrot_fixed(FIXED(X(column)), FIXED(Y(row)));
}

static void run_doubles(unsigned (*iterate)(double x, double y))
{
    for (int row = 0; row < ROWS; row++)
        for (int column = 0; column < COLUMNS; column++)
            iterations[row][column] = iterate(X(column), Y(row));
}

static void run(void)
{
    region_begin(0);
    if (variant == INTEGER)
        run_fixed();
    else
        run_doubles(variant == X87 ? mandelbrot_x87 : mandelbrot_overlapped);
    region_end(0);
}
region_name(0, "iterate");

static void setup(void)
{
    iterations = malloc(ROWS * COLUMNS);
}

static void restore(void)
{
    memset(iterations, 0, ROWS * COLUMNS);
}

/* Counts iterations by the definition. */
static int count(double x, double y)
{
    double re = 0, im = 0;

    for (int n = 0; n < MANDELBROT_LIMIT; n++) {
        double kept = re;
        if (re * re + im * im > 4)
            return n;
        re = re * re - im * im + x;
        im = 2 * kept * im + y;
    }
    return MANDELBROT_LIMIT;
}

/*
 * Reports whether a point is in the set's cardioid or in the circle to the left of it, by their
 * equations.
 */
static int is_inside(double x, double y)
{
    double q = (x - 0.25) * (x - 0.25) + y * y;
    return q * (q + x - 0.25) < y * y / 4 || (x + 1) * (x + 1) + y * y < 1 / 16.0;
}

static const char *check(void)
{
    static char wrong[80];

    for (int row = 0; row < ROWS; row++) {
        for (int column = 0; column < COLUMNS; column++) {
            double x = X(column), y = Y(row);
            int expected = is_inside(x, y) ? MANDELBROT_LIMIT : count(x, y);
            if (iterations[row][column] != expected) {
                snprintf(wrong, sizeof(wrong), "%f + %fi: %d iterations, not %d", x, y,
                         iterations[row][column], expected);
                return wrong;
            }
        }
    }
    return NULL;
}

BENCHMARK("the Mandelbrot set at 32 x 16 points", run, .setup = setup, .restore = restore,
          .check = check, .memory = 4 * 1024,
          .arguments = ARGUMENTS(ARGUMENT(variant, "integer,x87,overlapped")));
