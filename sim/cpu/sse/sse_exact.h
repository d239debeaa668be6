/*
 * SPDX-License-Identifier: MIT
 * Whether the result of an operation, with an exponent of any size, needs no rounding: what a trap
 * for overflow or underflow says of precision. In integers, since the host's x87 unit is the
 * guest's.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* A finite number: significand * 2^exponent. */
struct sse_number {
    bool negative;
    uint64_t significand;
    int exponent;
};

struct sse_number sse_number_of(uint64_t bits, bool doubles);

/* True where the result has no more than so many bits. */
typedef bool sse_exact(struct sse_number a, struct sse_number b, unsigned bits);

sse_exact sse_exact_add, sse_exact_sub, sse_exact_mul, sse_exact_div;
