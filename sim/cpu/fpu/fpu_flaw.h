/*
 * SPDX-License-Identifier: MIT
 * The FDIV flaw of the first Pentiums (Intel erratum 20 of the 60 and 66 MHz parts, 23 of the
 * later).
 */
#pragma once

#include "sim/cpu/fpu/fpu.h"

/*
 * Replaces *r, the right quotient of a and b, by the flawed divider's where that meets one of the
 * five missing table entries. Rounded to 64 bits; operands that are not normal numbers are left.
 */
void fpu_flaw_divide(const struct fpu_register *a, const struct fpu_register *b,
                     struct fpu_register *r);
