/*
 * SPDX-License-Identifier: MIT
 * Converts a double to decimal digits from its bits, with integer arithmetic only.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

#define DOUBLE_DECIMALS_MAX 60  /* further ones are 0 */
#define DOUBLE_TEXT_MAX     372 /* 309 digits, the point, 60 decimals, the terminator */

/*
 * Writes the magnitude of the IEEE 754 double with these bits as printf's %f does: `decimals`
 * digits after the point (no point if 0), rounded half to even; or "inf", "nan". Returns the
 * length.
 */
size_t double_digits(char text[DOUBLE_TEXT_MAX], uint64_t bits, unsigned decimals);

/*
 * Writes the magnitude as %e does, without the exponent: a digit, the point, `decimals` digits.
 * Returns the length; *exponent receives the power of ten.
 */
size_t double_scientific(char text[DOUBLE_TEXT_MAX], uint64_t bits, unsigned decimals,
                         int *exponent);
