/*
 * SPDX-License-Identifier: MIT
 * Divides integers into a double without the x87: the library must not change the x87's state, and
 * results are correct on a Pentium with the FDIV flaw too.
 */
#pragma once

#include <stdint.h>

/* Returns the bits of n / d, rounded to nearest, ties to even; infinity if only d is 0, NaN for 0 /
 * 0. */
uint64_t quotient_bits(uint64_t n, uint64_t d);
