/*
 * SPDX-License-Identifier: MIT
 * 128-bit multiplication, division and square root, one bit at a time where that is simplest: a
 * summary needs a handful of them, and none runs while a sample is taken.
 */
#include "stats/u128.h"

#include <stddef.h>

unsigned u128_width(struct u128 a)
{
    uint64_t top = a.high != 0 ? a.high : a.low;
    unsigned width = a.high != 0 ? 64 : 0;

    for (; top != 0; top >>= 1)
        width++;
    return width;
}

/* Returns the number of 32-bit words up to the highest that is not 0. */
static unsigned u128_words(struct u128 a)
{
    if (a.high != 0)
        return a.high >> 32 != 0 ? 4 : 3;
    return a.low >> 32 != 0 ? 2 : a.low != 0;
}

struct u128 u128_product(uint64_t a, uint64_t b)
{
    uint64_t a0 = (uint32_t)a, a1 = a >> 32;
    uint64_t b0 = (uint32_t)b, b1 = b >> 32;
    uint64_t low = a0 * b0;
    uint64_t cross = a1 * b0 + (low >> 32); /* (2^32 - 1)^2 + 2^32 - 1 < 2^64 */
    uint64_t middle = a0 * b1 + (uint32_t)cross;

    return (struct u128){a1 * b1 + (cross >> 32) + (middle >> 32), middle << 32 | (uint32_t)low};
}

struct u128 u128_multiply(struct u128 a, uint64_t b)
{
    struct u128 product = u128_product(a.low, b);

    product.high += a.high * b;
    return product;
}

struct u128 u128_divide(struct u128 a, uint64_t divisor, unsigned fraction_bits,
                        uint64_t *remainder)
{
    struct u128 quotient = {0, 0};
    uint64_t rest = 0;
    const unsigned words = u128_words(a);

    /* Leading words of zeros give zeros. */
    for (unsigned word = words; word < 4; word++)
        a = (struct u128){a.high << 32 | a.low >> 32, a.low << 32};
    for (unsigned step = 0; words != 0 && step < 32 * words + fraction_bits; step++) {
        bool carry = rest >> 63 != 0; /* the 65th bit of the rest, if divisor is above 2^63 */

        rest = rest << 1 | a.high >> 63;
        a = u128_add(a, a);
        quotient = u128_add(quotient, quotient);
        if (carry || rest >= divisor) {
            rest -= divisor;
            quotient.low |= 1;
        }
    }
    if (remainder != NULL)
        *remainder = rest;
    return quotient;
}

uint64_t u128_square_root(struct u128 a)
{
    uint64_t root = 0;

    for (unsigned bit = 16 * u128_words(a); bit-- > 0;) {
        uint64_t trial = root | (uint64_t)1 << bit;

        if (!u128_less(a, u128_product(trial, trial)))
            root = trial;
    }
    return root;
}
