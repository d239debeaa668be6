/*
 * SPDX-License-Identifier: MIT
 * The decimal digits of a double, made of its bits with integers alone.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

#define DOUBLE_DECIMALS_MAX 60  /* further ones are 0 */
#define DOUBLE_TEXT_MAX     372 /* 309 digits, the point, 60 decimals, the terminator */

/*
 * Writes the magnitude of the IEEE 754 double that has these bits as printf's %f does: `decimals`
 * digits behind the point (none, no point), rounded half to even; "inf", "nan". Returns the length.
 */
size_t double_digits(char text[DOUBLE_TEXT_MAX], uint64_t bits, unsigned decimals);

/*
 * Writes it as %e does, less the exponent: a digit, the point, `decimals` digits. Returns the
 * length; the power of ten that it is to be multiplied by goes to *exponent.
 */
size_t double_scientific(char text[DOUBLE_TEXT_MAX], uint64_t bits, unsigned decimals,
                         int *exponent);
