/*
 * SPDX-License-Identifier: MIT
 * Quotients as doubles, made of integers: the library leaves the x87 as it is, and a Pentium whose
 * FDIV is wrong has the right ones, too.
 */
#pragma once

#include <stdint.h>

/* The bits of n / d, rounded to nearest, ties to even; infinity for 0 below, NaN for 0 / 0. */
uint64_t quotient_bits(uint64_t n, uint64_t d);
