/*
 * SPDX-License-Identifier: MIT
 * Functions of doubles by x87 instructions, with 64 bits of precision throughout; the result is
 * rounded once more, to a double. Only tanh() divides.
 */
#include "kernel/lib/math.h"

#include <stdbool.h>
#include <stdint.h>

#define LOG2_E  1.44269504088896340735992468100189213742665L
#define LN_2    0.69314718055994530941723212145817656807550L
#define LOG10_2 0.30102999566398119521373889472449302676819L

/*
 * LN_2 in two parts. The upper part has 41 bits, so its product with a whole number up to 2^23 is
 * exact.
 */
#define LN_2_UPPER 0x162E42FEFA3p-41L
#define LN_2_LOWER 2.82352905630315771225884481750134360255254120680E-13L

/*
 * Limits of the exponent: beyond the range in which a double becomes infinity or 0, and small
 * enough for FSCALE.
 */
#define EXP_MOST  800.0L
#define EXP2_MOST 2000.0L

typedef long double extended;

static inline extended square_root(extended x)
{
    __asm__("fsqrt" : "+t"(x));
    return x;
}

/* y * log2(x). */
static inline extended times_log2(extended y, extended x)
{
    extended result;

    __asm__("fyl2x" : "=t"(result) : "0"(x), "u"(y) : "st(1)");
    return result;
}

/* 2^x - 1, for x of -1 to 1. */
static inline extended exp2_less_1(extended x)
{
    __asm__("f2xm1" : "+t"(x));
    return x;
}

/* x * 2^trunc(exponent). */
static inline extended scale(extended x, extended exponent)
{
    __asm__("fscale" : "+t"(x) : "u"(exponent));
    return x;
}

static inline extended angle(extended y, extended x)
{
    extended result;

    __asm__("fpatan" : "=t"(result) : "0"(x), "u"(y) : "st(1)");
    return result;
}

/* Rounds to the nearest whole number, ties to even. */
static inline extended to_whole(extended x)
{
    __asm__("frndint" : "+t"(x));
    return x;
}

enum rounding { DOWNWARD = 1 << 10, UPWARD = 2 << 10, TOWARD_ZERO = 3 << 10 };

static inline extended math_round_toward(enum rounding rounding, extended x)
{
    uint16_t usual, other;

    __asm__ volatile("fnstcw %0" : "=m"(usual));
    other = (uint16_t)(usual | rounding);
    __asm__ volatile(
        "fldcw %2\n\t"
        "frndint\n\t"
        "fldcw %1"
        : "+t"(x)
        : "m"(usual), "m"(other));
    return x;
}

static inline extended limit(extended x, extended most)
{
    if (x > most)
        return most;
    return x < -most ? -most : x; /* NaN is returned unchanged */
}

static extended power_of_2(extended x)
{
    extended whole;

    x = limit(x, EXP2_MOST);
    whole = to_whole(x);
    return scale(1 + exp2_less_1(x - whole), whole);
}

/* Returns exponent, with e^x = (1 + *less_1) * 2^exponent. */
static inline extended math_split_exp(extended x, extended *less_1)
{
    extended exponent;

    x = limit(x, EXP_MOST);
    exponent = to_whole(x * LOG2_E);
    *less_1 = exp2_less_1((x - exponent * LN_2_UPPER - exponent * LN_2_LOWER) * LOG2_E);
    return exponent;
}

static extended power_of_e(extended x)
{
    extended less_1, exponent = math_split_exp(x, &less_1);

    return scale(1 + less_1, exponent);
}

/* e^x - 1. */
static extended power_of_e_less_1(extended x)
{
    extended less_1, exponent = math_split_exp(x, &less_1);

    return scale(less_1, exponent) + (scale(1, exponent) - 1);
}

double sqrt(double x)
{
    return (double)square_root(x);
}

double cbrt(double x)
{
    extended root;

    if (x == 0 || isnan(x) || isinf(x))
        return x;
    root = power_of_2(times_log2(1 / 3.0L, x < 0 ? -(extended)x : x));
    return (double)(x < 0 ? -root : root);
}

double hypot(double x, double y)
{
    if (isinf(x) || isinf(y))
        return HUGE_VAL;
    return (double)square_root((extended)x * x + (extended)y * y);
}

/* FSIN, FCOS and FPTAN leave an angle outside this range unchanged. */
static inline bool has_angle(double x)
{
    return x > -0x1p63 && x < 0x1p63;
}

double sin(double x)
{
    extended result = x;

    if (!has_angle(x))
        return NAN;
    __asm__("fsin" : "+t"(result));
    return (double)result;
}

double cos(double x)
{
    extended result = x;

    if (!has_angle(x))
        return NAN;
    __asm__("fcos" : "+t"(result));
    return (double)result;
}

double tan(double x)
{
    extended one, result;

    if (!has_angle(x))
        return NAN;
    __asm__("fptan" : "=t"(one), "=u"(result) : "0"((extended)x));
    return (double)result;
}

double asin(double x)
{
    return (double)angle(x, square_root((1 - (extended)x) * (1 + (extended)x)));
}

double acos(double x)
{
    return (double)angle(square_root((1 - (extended)x) * (1 + (extended)x)), x);
}

double atan(double x)
{
    return (double)angle(x, 1);
}

double atan2(double y, double x)
{
    return (double)angle(y, x);
}

double exp(double x)
{
    return (double)power_of_e(x);
}

double exp2(double x)
{
    return (double)power_of_2(x);
}

double log(double x)
{
    return (double)times_log2(LN_2, x);
}

double log10(double x)
{
    return (double)times_log2(LOG10_2, x);
}

double log2(double x)
{
    return (double)times_log2(1, x);
}

static bool is_whole(double x)
{
    return to_whole(x) == x;
}

static bool is_odd(double x)
{
    return is_whole(x) && !is_whole(x * 0.5);
}

double pow(double x, double y)
{
    extended power;

    if (y == 0 || x == 1)
        return 1;
    if (isnan(x) || isnan(y))
        return x + y;
    if (isinf(y) && fabs(x) == 1)
        return 1;
    if (x < 0 && !is_whole(y) && !isinf(x))
        return NAN;
    power = power_of_2(times_log2(y, fabs(x)));
    return (double)(signbit(x) && !isinf(y) && is_odd(y) ? -power : power);
}

double sinh(double x)
{
    if (x == 0)
        return x; /* preserves -0 */
    return (double)((power_of_e_less_1(x) - power_of_e_less_1(-(extended)x)) / 2);
}

double cosh(double x)
{
    return (double)((power_of_e(x) + power_of_e(-(extended)x)) / 2);
}

double tanh(double x)
{
    extended less_1 = power_of_e_less_1(2 * limit(x, 40));

    if (x == 0)
        return x; /* preserves -0 */
    return (double)(less_1 / (less_1 + 2));
}

double fabs(double x)
{
    __asm__("fabs" : "+t"(x));
    return x;
}

double copysign(double x, double sign)
{
    return !signbit(x) == !signbit(sign) ? x : -x;
}

double fmin(double x, double y)
{
    return x < y || isnan(y) ? x : y;
}

double fmax(double x, double y)
{
    return x > y || isnan(y) ? x : y;
}

double floor(double x)
{
    return (double)math_round_toward(DOWNWARD, x);
}

double ceil(double x)
{
    return (double)math_round_toward(UPWARD, x);
}

double trunc(double x)
{
    return (double)math_round_toward(TOWARD_ZERO, x);
}

double round(double x)
{
    return (double)math_round_toward(TOWARD_ZERO, x + (signbit(x) ? -0.5L : 0.5L));
}

double rint(double x)
{
    return (double)to_whole(x);
}

double fmod(double x, double y)
{
    extended rest = x;
    uint16_t status;

    do
        __asm__(
            "fprem\n\t"
            "fnstsw %%ax"
            : "+t"(rest), "=a"(status)
            : "u"((extended)y)
            : "cc");
    while (status & 1 << 10); /* C2: reduction is incomplete */
    return (double)rest;
}

double modf(double x, double *whole)
{
    *whole = trunc(x);
    return copysign(isinf(x) ? 0 : x - *whole, x);
}

double frexp(double x, int *exponent)
{
    extended power, fraction = x;

    *exponent = 0;
    if (x == 0 || isnan(x) || isinf(x))
        return x;
    __asm__("fxtract" : "=t"(fraction), "=u"(power) : "0"((extended)x));
    *exponent = (int)power + 1;
    return (double)(fraction / 2);
}

double ldexp(double x, int exponent)
{
    return (double)scale(x, limit(exponent, 3 * EXP2_MOST));
}

double scalbn(double x, int exponent)
{
    return ldexp(x, exponent);
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

OF_FLOAT(sqrt)
OF_FLOAT(cbrt)
OF_FLOAT(sin)
OF_FLOAT(cos)
OF_FLOAT(tan)
OF_FLOAT(asin)
OF_FLOAT(acos)
OF_FLOAT(atan)
OF_FLOATS(atan2)
OF_FLOAT(exp)
OF_FLOAT(log)
OF_FLOAT(log10)
OF_FLOAT(log2)
OF_FLOATS(pow)
OF_FLOAT(fabs)
OF_FLOAT(floor)
OF_FLOAT(ceil)
OF_FLOAT(trunc)
OF_FLOAT(round)
OF_FLOATS(fmod)
