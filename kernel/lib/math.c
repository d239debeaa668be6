/*
 * SPDX-License-Identifier: MIT
 * Functions of doubles by x87 instructions, with 64 bits of precision; the result is rounded once
 * more, to a double.
 */
#include "kernel/lib/math.h"

#include <stdbool.h>

typedef long double extended;

/* FSIN and FCOS leave an angle outside this range unchanged. */
static inline bool has_angle(double x)
{
    return x > -0x1p63 && x < 0x1p63;
}

double sqrt(double x)
{
    extended root = x;

    __asm__("fsqrt" : "+t"(root));
    return (double)root;
}

double fabs(double x)
{
    __asm__("fabs" : "+t"(x));
    return x;
}

double sin(double x)
{
    extended result = x;

    if (!has_angle(x))
        return __builtin_nan("");
    __asm__("fsin" : "+t"(result));
    return (double)result;
}

double cos(double x)
{
    extended result = x;

    if (!has_angle(x))
        return __builtin_nan("");
    __asm__("fcos" : "+t"(result));
    return (double)result;
}
