/*
 * SPDX-License-Identifier: MIT
 * 64-bit division from DIV, which divides 64 bits by 32 and raises #DE when the quotient does not
 * fit in 32. Signed forms wrap INT64_MIN / -1 to INT64_MIN.
 */
#include "kernel/lib/div64.h"

#include <stddef.h>

/* (high:low) / divisor, with high < divisor so that the quotient fits. */
static inline uint32_t div64_narrow(uint32_t high, uint32_t low, uint32_t divisor,
                                    uint32_t *remainder)
{
    uint32_t quotient;

    __asm__("divl %4"
            : "=a"(quotient), "=d"(*remainder)
            : "0"(low), "1"(high), "rm"(divisor)
            : "cc");
    return quotient;
}

/* Long division of two 32-bit digits by one. */
static uint64_t div64_by_low(uint64_t a, uint32_t b, uint64_t *remainder)
{
    uint32_t high, low, rest;

    high = div64_narrow(0, (uint32_t)(a >> 32), b, &rest);
    low = div64_narrow(rest, (uint32_t)a, b, &rest);
    *remainder = rest;
    return (uint64_t)high << 32 | low;
}

/*
 * For b of 2^32 and above, where the quotient has one digit. Let B be b with all but its top 32
 * bits cleared: those bits, normalised, fit DIV, and floor(a / B) follows from floor(a / 2) / top
 * by a shift (a is halved so that DIV's quotient fits). Since b - B < B / 2^31, and b - B <= 1 when
 * a / b can reach 2^31, a / B exceeds a / b by less than 1: the estimate is the quotient or one
 * more. The estimate is lowered by one before it is multiplied, because the product of one more and
 * b might not fit in 64 bits.
 */
static uint64_t div64_by_high(uint64_t a, uint64_t b, uint64_t *remainder)
{
    unsigned shift = (unsigned)__builtin_clz((uint32_t)(b >> 32));
    uint32_t top = (uint32_t)(b << shift >> 32);
    uint32_t unused;
    uint32_t quotient = div64_narrow((uint32_t)(a >> 33), (uint32_t)(a >> 1), top, &unused);
    uint64_t rest;

    quotient >>= 31 - shift;
    if (quotient > 0)
        quotient--;
    rest = a - quotient * b;
    if (rest >= b) {
        rest -= b;
        quotient++;
    }
    *remainder = rest;
    return quotient;
}

uint64_t __udivmoddi4(uint64_t a, uint64_t b, uint64_t *remainder)
{
    uint64_t rest;
    uint64_t quotient =
        b >> 32 == 0 ? div64_by_low(a, (uint32_t)b, &rest) : div64_by_high(a, b, &rest);

    if (remainder != NULL)
        *remainder = rest;
    return quotient;
}

uint64_t __udivdi3(uint64_t a, uint64_t b)
{
    return __udivmoddi4(a, b, NULL);
}

uint64_t __umoddi3(uint64_t a, uint64_t b)
{
    uint64_t rest;

    __udivmoddi4(a, b, &rest);
    return rest;
}

static uint64_t magnitude(int64_t value)
{
    return value < 0 ? -(uint64_t)value : (uint64_t)value;
}

int64_t __divmoddi4(int64_t a, int64_t b, int64_t *remainder)
{
    uint64_t rest;
    uint64_t quotient = __udivmoddi4(magnitude(a), magnitude(b), &rest);

    if (remainder != NULL)
        *remainder = (int64_t)(a < 0 ? -rest : rest);
    return (int64_t)((a < 0) != (b < 0) ? -quotient : quotient);
}

int64_t __divdi3(int64_t a, int64_t b)
{
    return __divmoddi4(a, b, NULL);
}

int64_t __moddi3(int64_t a, int64_t b)
{
    int64_t rest;

    __divmoddi4(a, b, &rest);
    return rest;
}
