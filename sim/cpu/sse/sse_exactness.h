/*
 * SPDX-License-Identifier: MIT
 * Determines whether the result of an operation is exact if the exponent range is unlimited. This
 * decides the precision flag when an overflow or underflow traps. Computed with integers, because
 * the host's x87 unit holds the guest's state.
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

struct sse_number sse_exact_number(uint64_t bits, bool doubles);

/* Returns true if the result has no more than `bits` bits. */
typedef bool sse_exact(struct sse_number a, struct sse_number b, unsigned bits);

sse_exact sse_exact_add, sse_exact_sub, sse_exact_mul, sse_exact_div;
