/*
 * SPDX-License-Identifier: MIT
 * The quadrant of an argument of FSIN or FCOS, on which the clocks of their polynomials depend.
 */
#pragma once

#include <stdint.h>

#define X87_EXPONENT_BIAS 0x3fff

/* |argument| / (pi/2): integer part, and fraction scaled by 2^32. */
struct quadrants {
    uint64_t whole;
    uint32_t part;
};

/* The argument is significand * 2^(power - 63), below 2^63. */
struct quadrants quadrants_of(uint64_t significand, int power);
