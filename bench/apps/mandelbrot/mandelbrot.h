/*
 * SPDX-License-Identifier: MIT
 * The iteration of the Mandelbrot set, implemented in mandelbrot.asm.
 */
#pragma once

#include <stdint.h>

#define MANDELBROT_LIMIT 32 /* maximum number of iterations; mandelbrot.asm has the same number */

/*
 * Returns the number of iterations of z = z^2 + x + iy, from z = 0, until |z| > 2, at most the
 * limit.
 */
unsigned mandelbrot_fixed(int32_t x, int32_t y); /* x, y: 28 fraction bits */
unsigned mandelbrot_x87(double x, double y);
unsigned mandelbrot_overlapped(double x, double y);
