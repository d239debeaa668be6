/*
 * SPDX-License-Identifier: MIT
 * The FDIV flaw of the first Pentiums (Intel erratum 20 of the 60 and 66 MHz parts, 23 of the later
 * parts).
 */
#pragma once

#include "sim/cpu/fpu/fpu.h"

/*
 * Replaces *r, the correct quotient of a and b, by the flawed divider's result, rounded to 64 bits,
 * if the division hits one of the five missing table entries. *r is unchanged if a, b or *r is not
 * a normal number.
 */
void fpu_flaw_divide(const struct fpu_register *a, const struct fpu_register *b,
                     struct fpu_register *r);
