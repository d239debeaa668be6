/*
 * SPDX-License-Identifier: MIT
 * Unsigned 128-bit integers, with the operations that the statistics need. GCC has no __int128 for
 * a 32-bit processor, and the kernel links no compiler library.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

struct u128 {
    uint64_t high;
    uint64_t low;
};

static inline struct u128 u128_add(struct u128 a, struct u128 b)
{
    struct u128 sum = {a.high + b.high, a.low + b.low};

    sum.high += sum.low < a.low;
    return sum;
}

static inline struct u128 u128_subtract(struct u128 a, struct u128 b)
{
    return (struct u128){a.high - b.high - (a.low < b.low), a.low - b.low};
}

static inline bool u128_less(struct u128 a, struct u128 b)
{
    return a.high < b.high || (a.high == b.high && a.low < b.low);
}

/* Shifts by `count` bits, 0 to 127. */
static inline struct u128 u128_shift_right(struct u128 a, unsigned count)
{
    if (count >= 64)
        return (struct u128){0, a.high >> (count - 64)};
    if (count == 0)
        return a;
    return (struct u128){a.high >> count, a.high << (64 - count) | a.low >> count};
}

/* Returns the bits needed to represent `a`: 0 for 0, 128 for the largest. */
unsigned u128_width(struct u128 a);

/* Returns the full product, which cannot overflow. */
struct u128 u128_product(uint64_t a, uint64_t b);

/* Returns a * b, which must be below 2^128. */
struct u128 u128_multiply(struct u128 a, uint64_t b);

/*
 * Returns floor(a * 2^fraction_bits / divisor), which must be below 2^128; divisor is not 0. The
 * remainder, below divisor and in units of 2^-fraction_bits, is stored in *remainder unless that is
 * NULL.
 */
struct u128 u128_divide(struct u128 a, uint64_t divisor, unsigned fraction_bits,
                        uint64_t *remainder);

/* Returns floor(sqrt(a)). */
uint64_t u128_square_root(struct u128 a);
