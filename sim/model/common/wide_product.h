/*
 * SPDX-License-Identifier: MIT
 * The product of two 64-bit numbers, by one instruction where the compiler has a type of 128 bits.
 * It has none for hosts of 32 bits, on which the listener contains the model too.
 */
#pragma once

#include "stats/u128.h"

static inline struct u128 wide_product(uint64_t a, uint64_t b)
{
#ifdef __SIZEOF_INT128__
    const unsigned __int128 product = (unsigned __int128)a * b;
    return (struct u128){(uint64_t)(product >> 64), (uint64_t)product};
#else
    return u128_product(a, b);
#endif
}
