/*
 * SPDX-License-Identifier: MIT
 * Bit-counting functions that GCC calls for __builtin_popcount and __builtin_ctzll: a P5 has no
 * POPCNT, and BSF takes 32 bits. Names and contracts are libgcc's; div64.h explains why libgcc is
 * not linked.
 */
#pragma once

#include <stdint.h>

/* The number of bits that are 1: 0 to 32, and 0 to 64. */
int __popcountsi2(uint32_t value);
int __popcountdi2(uint64_t value);

/* The position of the lowest bit that is 1, 0 to 63. value is not 0. */
int __ctzdi2(uint64_t value);

/* The same position counted from 1; 0 if value is 0. */
int __ffsdi2(uint64_t value);

/* The number of bits after the sign bit that are equal to it: 0 to 31, and 0 to 63. */
int __clrsbsi2(int32_t value);
int __clrsbdi2(int64_t value);
