/*
 * SPDX-License-Identifier: MIT
 * Counts bits, and finds the lowest bit that is 1.
 */
#include "kernel/lib/bits.h"

/* Adds neighbours: single bits, then fields of 2 and of 4. MUL adds the bytes up. */
int __popcountsi2(uint32_t value)
{
    value -= value >> 1 & 0x55555555;
    value = (value & 0x33333333) + (value >> 2 & 0x33333333);
    value = (value + (value >> 4)) & 0x0f0f0f0f;
    return (int)(value * 0x01010101 >> 24);
}

int __popcountdi2(uint64_t value)
{
    return __popcountsi2((uint32_t)value) + __popcountsi2((uint32_t)(value >> 32));
}

int __ctzdi2(uint64_t value)
{
    uint32_t low = (uint32_t)value;

    return low != 0 ? __builtin_ctz(low) : 32 + __builtin_ctz((uint32_t)(value >> 32));
}

int __ffsdi2(uint64_t value)
{
    return value != 0 ? __ctzdi2(value) + 1 : 0;
}

/* The first bit that differs from the sign is the highest 1 after the sign is removed by XOR. */
int __clrsbdi2(int64_t value)
{
    uint64_t rest = (uint64_t)(value ^ value >> 63);

    return rest != 0 ? __builtin_clzll(rest) - 1 : 63;
}

int __clrsbsi2(int32_t value)
{
    return __clrsbdi2(value) - 32;
}
