/*
 * SPDX-License-Identifier: MIT
 * Determines whether sums, products and quotients of significands are exact.
 */
#include "sim/cpu/sse/sse_exactness.h"

typedef unsigned __int128 wide;

struct sse_number sse_exact_number(uint64_t bits, bool doubles)
{
    const unsigned width = doubles ? 52 : 23;
    const int exponent = (int)(bits >> width & (doubles ? 0x7ff : 0xff));
    const uint64_t fraction = bits & ((1ull << width) - 1);

    return (struct sse_number){
        .negative = bits >> (doubles ? 63 : 31) & 1,
        .significand = exponent ? fraction | 1ull << width : fraction,
        .exponent = exponent ? exponent : 1, /* bias and width are the same for all numbers */
    };
}

/* The number of bits from the highest set bit to the lowest. */
static unsigned sse_exact_span(wide value)
{
    unsigned bits = 0;

    while (value && !(value & 1))
        value >>= 1;
    for (; value; value >>= 1)
        bits++;
    return bits;
}

bool sse_exact_add(struct sse_number a, struct sse_number b, unsigned bits)
{
    const struct sse_number high = a.exponent >= b.exponent ? a : b;
    const struct sse_number low = a.exponent >= b.exponent ? b : a;
    const int distance = high.exponent - low.exponent;

    if (!high.significand || !low.significand)
        return true;
    if (distance > 64) /* the sum has more bits than that */
        return false;

    const __int128 first = (__int128)high.significand << distance;
    const __int128 second = (__int128)low.significand;
    const __int128 sum = high.negative == low.negative ? first + second : first - second;

    return sse_exact_span((wide)(sum < 0 ? -sum : sum)) <= bits;
}

bool sse_exact_sub(struct sse_number a, struct sse_number b, unsigned bits)
{
    b.negative = !b.negative;
    return sse_exact_add(a, b, bits);
}

bool sse_exact_mul(struct sse_number a, struct sse_number b, unsigned bits)
{
    return sse_exact_span((wide)a.significand * b.significand) <= bits;
}

/* The quotient is finite only if the divisor's odd part divides the dividend. */
bool sse_exact_div(struct sse_number a, struct sse_number b, unsigned bits)
{
    if (!b.significand || !a.significand)
        return true;

    const uint64_t divisor = b.significand >> __builtin_ctzll(b.significand);

    return a.significand % divisor == 0 && sse_exact_span(a.significand / divisor) <= bits;
}
