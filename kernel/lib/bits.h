/*
 * SPDX-License-Identifier: MIT
 * What GCC calls for its __builtin_popcount and __builtin_ctzll: a P5 has no POPCNT, and BSF takes
 * 32 bits. Names and contracts are libgcc's; div64.h says why that is not linked.
 */
#pragma once

#include <stdint.h>

/* How many bits are 1, 0 to 32 and 0 to 64. */
int __popcountsi2(uint32_t value);
int __popcountdi2(uint64_t value);

/* The place of the lowest 1, 0 to 63. value is not 0. */
int __ctzdi2(uint64_t value);

/* The same counted from 1; 0 where value is 0. */
int __ffsdi2(uint64_t value);

/* How many bits behind the sign are the same as it, 0 to 31 and 0 to 63. */
int __clrsbsi2(int32_t value);
int __clrsbdi2(int64_t value);
