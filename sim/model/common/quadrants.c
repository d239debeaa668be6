/*
 * SPDX-License-Identifier: MIT
 * Division of an x87 argument by pi/2, in fixed point.
 */
#include "sim/model/common/quadrants.h"
#include "sim/model/common/wide_product.h"

#define TWO_OVER_PI 0xa2f9836e4e441529ull /* scaled by 2^64 */

struct quadrants quadrants_of(uint64_t significand, int power)
{
    const struct u128 product = wide_product(significand, TWO_OVER_PI);
    const int shift = 95 - power; /* leaves 32 bits after the binary point */
    const struct u128 fixed =
        shift > 127 ? (struct u128){0, 0} : u128_shift_right(product, (unsigned)shift);

    return (struct quadrants){.whole = u128_shift_right(fixed, 32).low,
                              .part = (uint32_t)fixed.low};
}
