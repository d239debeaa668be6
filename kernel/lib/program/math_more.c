/*
 * SPDX-License-Identifier: MIT
 * The functions of <math.h> that kernel/lib/math.c lacks, computed the same way: x87 instructions
 * with 64 bits of precision, and no division.
 */
#include <stdint.h>

#include "kernel/lib/limits.h"
#include "kernel/lib/math.h"

typedef long double extended;

#define LN_2   0.69314718055994530941723212145817656807550L
#define LOG2_E 1.44269504088896340735992468100189213742665L

union math_more_double_bits {
    double value;
    uint64_t bits;
};

union math_more_float_bits {
    float value;
    uint32_t bits;
};

static extended root_of(extended x)
{
    __asm__("fsqrt" : "+t"(x));
    return x;
}

/* ln(1 + x). FYL2XP1 keeps the full precision of a small x, and does not accept 0.29 or more. */
static extended math_more_log1p(extended x)
{
    extended result;

    if (x > -0.25L && x < 0.25L)
        __asm__("fyl2xp1" : "=t"(result) : "0"(x), "u"(LN_2) : "st(1)");
    else
        __asm__("fyl2x" : "=t"(result) : "0"(1 + x), "u"(LN_2) : "st(1)");
    return result;
}

double log1p(double x)
{
    return x == 0 ? x : (double)math_more_log1p(x);
}

double expm1(double x)
{
    extended t = x * LOG2_E;

    if (x == 0)
        return x; /* preserves -0 */
    if (!(t >= -1 && t <= 1))
        return exp(x) - 1;
    __asm__("f2xm1" : "+t"(t));
    return (double)t;
}

/* sqrt(1 + y * y) - 1. A small y uses the series, without the term y^10 * 7 / 256. */
static extended math_more_root_less_1(extended y)
{
    extended z = y * y;

    if (y < 0x1p-6L)
        return z * (0.5L - z * (0.125L - z * (0.0625L - z * 0.0390625L)));
    return root_of(1 + z) - 1;
}

double asinh(double x)
{
    extended y = fabs(x), result;

    if (x == 0 || isinf(x) || isnan(x))
        return x;
    result = math_more_log1p(y + math_more_root_less_1(y));
    return (double)(x < 0 ? -result : result);
}

double acosh(double x)
{
    extended y = (extended)x - 1;

    if (x < 1)
        return NAN;
    return (double)math_more_log1p(y + root_of(y * ((extended)x + 1)));
}

double atanh(double x)
{
    if (x == 0 || isnan(x))
        return x;
    if (x <= -1 || x >= 1)
        return x == 1 ? HUGE_VAL : x == -1 ? -HUGE_VAL : NAN;
    return (double)((math_more_log1p(x) - math_more_log1p(-(extended)x)) * 0.5L);
}

double remquo(double x, double y, int *quotient)
{
    extended rest = x;
    uint16_t status;

    do
        __asm__(
            "fprem1\n\t"
            "fnstsw %%ax"
            : "+t"(rest), "=a"(status)
            : "u"((extended)y)
            : "cc");
    while (status & 1 << 10); /* C2: reduction is incomplete */
    /* C0, C3 and C1 are bits 2, 1 and 0 of the quotient. */
    *quotient = (status >> 8 & 1) << 2 | (status >> 14 & 1) << 1 | (status >> 9 & 1);
    if (signbit(x) != signbit(y))
        *quotient = -*quotient;
    return (double)rest;
}

double remainder(double x, double y)
{
    int quotient;

    return remquo(x, y, &quotient);
}

double fdim(double x, double y)
{
    if (isnan(x) || isnan(y))
        return x + y;
    return x > y ? x - y : 0;
}

double nearbyint(double x)
{
    return rint(x);
}

/* If the result does not fit, the x87 returns the least number. */
long long llrint(double x)
{
    long long whole;

    __asm__("fistpll %0" : "=m"(whole) : "t"((extended)x) : "st");
    return whole;
}

long lrint(double x)
{
    long long whole = llrint(x);

    return whole < LONG_MIN || whole > LONG_MAX ? LONG_MIN : (long)whole;
}

long long llround(double x)
{
    return llrint(round(x));
}

long lround(double x)
{
    return lrint(round(x));
}

double logb(double x)
{
    extended power, fraction;

    if (isnan(x) || isinf(x))
        return x * x;
    if (x == 0)
        return -HUGE_VAL;
    __asm__("fxtract" : "=t"(fraction), "=u"(power) : "0"((extended)x));
    return (double)power;
}

int ilogb(double x)
{
    if (x == 0)
        return FP_ILOGB0;
    if (isnan(x) || isinf(x))
        return isnan(x) ? FP_ILOGBNAN : INT_MAX;
    return (int)logb(x);
}

double scalbln(double x, long exponent)
{
    return ldexp(x, (int)exponent);
}

/* Neighbours of the same sign have consecutive bit patterns. */
double nextafter(double x, double to)
{
    union math_more_double_bits next = {x};

    if (isnan(x) || isnan(to))
        return x + to;
    if (x == to)
        return to;
    if (x == 0)
        return copysign(0x1p-1074, to);
    next.bits += (x < to) == (x > 0) ? 1u : -1ull;
    return next.value;
}

float nextafterf(float x, float to)
{
    union math_more_float_bits next = {x};

    if (isnan(x) || isnan(to))
        return x + to;
    if (x == to)
        return to;
    if (x == 0)
        return (float)copysign(0x1p-149, to);
    next.bits += (x < to) == (x > 0) ? 1u : -1u;
    return next.value;
}

double nan(const char *word)
{
    (void)word;
    return NAN;
}

float nanf(const char *word)
{
    (void)word;
    return NAN;
}

#define OF_FLOAT(name)                                                                             \
    float name##f(float x)                                                                         \
    {                                                                                              \
        return (float)name(x);                                                                     \
    }
#define OF_FLOATS(name)                                                                            \
    float name##f(float x, float y)                                                                \
    {                                                                                              \
        return (float)name(x, y);                                                                  \
    }
#define TO_INTEGER(type, name)                                                                     \
    type name##f(float x)                                                                          \
    {                                                                                              \
        return name(x);                                                                            \
    }

OF_FLOAT(exp2)
OF_FLOAT(sinh)
OF_FLOAT(cosh)
OF_FLOAT(tanh)
OF_FLOAT(rint)
OF_FLOAT(nearbyint)
OF_FLOAT(log1p)
OF_FLOAT(expm1)
OF_FLOAT(asinh)
OF_FLOAT(acosh)
OF_FLOAT(atanh)
OF_FLOAT(logb)
OF_FLOATS(hypot)
OF_FLOATS(copysign)
OF_FLOATS(fmin)
OF_FLOATS(fmax)
OF_FLOATS(fdim)
OF_FLOATS(remainder)
TO_INTEGER(long, lrint)
TO_INTEGER(long, lround)
TO_INTEGER(long long, llrint)
TO_INTEGER(long long, llround)
TO_INTEGER(int, ilogb)

float modff(float x, float *whole)
{
    double of_double, fraction = modf(x, &of_double);

    *whole = (float)of_double;
    return (float)fraction;
}

float frexpf(float x, int *exponent)
{
    return (float)frexp(x, exponent);
}

float ldexpf(float x, int exponent)
{
    return (float)ldexp(x, exponent);
}

float scalbnf(float x, int exponent)
{
    return (float)ldexp(x, exponent);
}
