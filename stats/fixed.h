/*
 * SPDX-License-Identifier: MIT
 * Signed fixed-point numbers: 20 bits of fraction, so 2^-20 (about 1e-6) apart and up to 2^43 in
 * size, wide enough for a 40-bit counter. All rounding is to nearest, ties to even, as printf does.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

typedef int64_t fixed_t; /* the number times 2^FIXED_FRACTION_BITS */

#define FIXED_FRACTION_BITS 20
#define FIXED_ONE           ((fixed_t)1 << FIXED_FRACTION_BITS)

/* What does not fit becomes one of these, never a wrapped value. */
#define FIXED_MAX INT64_MAX
#define FIXED_MIN (-INT64_MAX)

/* Exact for |value| < 2^43. */
fixed_t fixed_from_int(int64_t value);

/* The nearest integer. */
int64_t fixed_to_int(fixed_t value);

/*
 * a * b / c with a 128-bit product in between and one rounding at the end. A percentage is
 * fixed_multiply_divide(part, 100 * FIXED_ONE, whole). c = 0 gives FIXED_MAX or FIXED_MIN by the
 * sign of the product, and 0 where the product is 0.
 */
fixed_t fixed_multiply_divide(fixed_t a, fixed_t b, fixed_t c);

fixed_t fixed_multiply(fixed_t a, fixed_t b);
fixed_t fixed_divide(fixed_t a, fixed_t b);

/*
 * Writes `value` with `decimals` digits after the point, and no point for none. Every fixed_t has
 * an exact form of 20 decimals; more than 20 are taken as 20. What rounds to zero has no sign.
 * Returns the length of the whole text. Of a text that does not fit in `size` bytes with its
 * terminator, the start is written; with size 0 nothing is, and buffer may be NULL.
 */
int fixed_format(char *buffer, size_t size, fixed_t value, unsigned decimals);

/* The same without zeros at the end, 305 for 305.000 and 0.25 for 0.250, where all of it fits. */
int fixed_format_short(char *buffer, size_t size, fixed_t value, unsigned decimals);
