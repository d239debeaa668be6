/*
 * SPDX-License-Identifier: MIT
 * The iteration of the Mandelbrot set, in mandelbrot.asm.
 */
#pragma once

#include <stdint.h>

#define MANDELBROT_LIMIT 32 /* iterations at most; mandelbrot.asm has the same number */

/* How many of z = z^2 + x + iy, from z = 0, are made until |z| > 2, or the limit. */
unsigned mandelbrot_fixed(int32_t x, int32_t y); /* 28 bits behind the point */
unsigned mandelbrot_x87(double x, double y);
unsigned mandelbrot_overlapped(double x, double y);
