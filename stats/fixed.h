/*
 * SPDX-License-Identifier: MIT
 * Signed fixed-point numbers with 20 bits of fraction: a resolution of 2^-20 (about 1e-6) and
 * magnitudes up to 2^43, enough for a 40-bit counter. All rounding is to nearest, ties to even, as
 * in printf.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

typedef int64_t fixed_t; /* the number times 2^FIXED_FRACTION_BITS */

#define FIXED_FRACTION_BITS 20
#define FIXED_ONE           ((fixed_t)1 << FIXED_FRACTION_BITS)

/* Results out of range saturate at these values; they never wrap. */
#define FIXED_MAX INT64_MAX
#define FIXED_MIN (-INT64_MAX)

/* Exact for |value| < 2^43. */
fixed_t fixed_from_int(int64_t value);

/* Returns the nearest integer. */
int64_t fixed_to_int(fixed_t value);

/*
 * Returns a * b / c with a 128-bit intermediate product and one final rounding. A percentage is
 * fixed_multiply_divide(part, 100 * FIXED_ONE, whole). For c = 0 the result is FIXED_MAX or
 * FIXED_MIN by the sign of the product, or 0 if the product is 0.
 */
fixed_t fixed_multiply_divide(fixed_t a, fixed_t b, fixed_t c);

fixed_t fixed_multiply(fixed_t a, fixed_t b);
fixed_t fixed_divide(fixed_t a, fixed_t b);

/*
 * Writes `value` with `decimals` digits after the point; without a point for 0 decimals. Every
 * fixed_t is exact with 20 decimals; larger numbers of decimals are limited to 20. A value that
 * rounds to zero has no sign. Returns the length of the whole text. If the text and its terminator
 * do not fit in `size` bytes, the start is written; if size is 0, nothing is written, and buffer
 * may be NULL.
 */
int fixed_format(char *buffer, size_t size, fixed_t value, unsigned decimals);

/* The same without trailing zeros, 305 for 305.000 and 0.25 for 0.250, if all of it fits. */
int fixed_format_short(char *buffer, size_t size, fixed_t value, unsigned decimals);
