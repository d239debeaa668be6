/*
 * SPDX-License-Identifier: MIT
 * Functions of angles. A large angle is reduced with as many bits of 2/pi as it needs (M. Payne, R.
 * Hanek, "Radian reduction for trigonometric functions", SIGNUM Newsletter 18, 1983). Its name
 * sorts after the other files, so that it moves none of their code.
 */
#include "kernel/lib/math.h"

#include <stdbool.h>
#include <stdint.h>

typedef long double extended;

#define WORDS         6 /* of the product: 192 bits; 62 may be those of a multiple of pi/2 */
#define MANTISSA_BITS 52
#define BIAS          1075 /* of the exponent, if the mantissa is an integer */

/* 2/pi after the binary point. */
static const uint32_t two_over_pi[] = {
    0xA2F9836E, 0x4E441529, 0xFC2757D1, 0xF534DDC0, 0xDB629599, 0x3C439041, 0xFE5163AB, 0xDEBBC561,
    0xB7246E3A, 0x424DD2E0, 0x06492EEA, 0x09D1921C, 0xFE1DEB1C, 0xB129A73E, 0xE88235F5, 0x2EBB4484,
    0xE99C7026, 0xB45F7E41, 0x3991D639, 0x835339F4, 0x9C845F8B, 0xBDF9283B, 0x1FF897FF, 0xDE05980F,
    0xEF2F118B, 0x5A0A6D1F, 0x6D367ECF, 0x27CB09B7, 0x4F463F66, 0x9E5FEA2D, 0x7527BAC7, 0xEBE5F17B,
    0x3D0739F7, 0x8A5292EA, 0x6BFB5FB1, 0x1F8D5D08, 0x56033046, 0xFC7B6BAB, 0xF0CFBC20, 0x9AF4361D,
};
enum { TABLE_WORDS = sizeof two_over_pi / sizeof two_over_pi[0] };

/* An angle: quadrant * pi/2 + rest, the rest from -pi/4 to pi/4. */
struct angle {
    unsigned quadrant;
    extended rest;
};

/* Returns 32 bits of 2/pi, from the bit after the first `from` bits on; bits before the point are
 * 0. */
static uint32_t angle_bits(int from)
{
    const int word = from >> 5, shift = from & 31;
    const uint32_t high = word >= 0 && word < TABLE_WORDS ? two_over_pi[word] : 0;
    const uint32_t low = word + 1 >= 0 && word + 1 < TABLE_WORDS ? two_over_pi[word + 1] : 0;
    return shift ? high << shift | low >> (32 - shift) : high;
}

/*
 * Multiplies mantissa * 2^exponent by 2/pi, modulo 4: the product's bits from the highest, of which
 * two are before the point. Bits of 2/pi that only contribute multiples of 4 are left out.
 */
static void angle_multiply(uint64_t mantissa, int exponent, uint32_t product[WORDS])
{
    const uint32_t low = (uint32_t)mantissa, high = (uint32_t)(mantissa >> 32);
    uint32_t carry_low = 0, carry_high = 0, before = 0;
    for (int i = WORDS - 1; i >= 0; i--) {
        const uint32_t bits = angle_bits(exponent - 2 + 32 * i);
        const uint64_t by_low = (uint64_t)bits * low + carry_low;
        const uint64_t by_high = (uint64_t)before * high + carry_high;
        const uint64_t sum = (uint64_t)(uint32_t)by_low + (uint32_t)by_high;
        product[i] = (uint32_t)sum;
        carry_low = (uint32_t)(by_low >> 32) + (uint32_t)(sum >> 32);
        carry_high = (uint32_t)(by_high >> 32);
        before = bits;
    }
}

static void angle_negate(uint32_t product[WORDS])
{
    uint32_t carry = 1;
    for (int i = WORDS - 1; i >= 0; i--) {
        product[i] = ~product[i] + carry;
        carry = carry && !product[i];
    }
}

static void angle_shift(uint32_t product[WORDS], unsigned bits)
{
    for (; bits >= 32; bits -= 32)
        for (int i = 0; i < WORDS; i++)
            product[i] = i + 1 < WORDS ? product[i + 1] : 0;
    for (int i = 0; bits && i < WORDS; i++)
        product[i] = product[i] << bits | (i + 1 < WORDS ? product[i + 1] >> (32 - bits) : 0);
}

/* Returns the fraction 0.product * pi/2. */
static extended angle_rest(uint32_t product[WORDS])
{
    int exponent = 0;
    for (int i = 0; i < WORDS && !product[0]; i++, exponent -= 32)
        angle_shift(product, 32);
    if (!product[0])
        return 0;
    while (!(product[0] >> 30)) { /* 63 bits, for FILD */
        angle_shift(product, 1);
        exponent--;
    }
    if (product[0] >> 31) {
        for (int i = WORDS - 1; i >= 0; i--)
            product[i] = product[i] >> 1 | (i ? product[i - 1] << 31 : 0);
        exponent++;
    }
    int64_t mantissa = (int64_t)((uint64_t)product[0] << 32 | product[1]);
    extended rest, scale = exponent - 64; /* product * 2^(exponent - 64) is the fraction */
    __asm__("fildll %1\n\tfscale\n\tfstp %%st(1)\n\tfldpi\n\tfmulp"
            : "=t"(rest)
            : "m"(mantissa), "0"(scale - 1)); /* pi/2 */
    return rest;
}

static struct angle angle_reduce(double x)
{
    union {
        double number;
        uint64_t bits;
    } of = {x};
    uint32_t product[WORDS];
    const int exponent = (int)(of.bits >> MANTISSA_BITS & 0x7FF);
    const uint64_t mantissa = (of.bits & ((1ull << MANTISSA_BITS) - 1)) | 1ull << MANTISSA_BITS;
    angle_multiply(mantissa, exponent - BIAS, product);
    struct angle angle = {.quadrant = product[0] >> 30};
    angle_shift(product, 2);
    const int beyond = product[0] >> 31; /* more than half a quadrant */
    if (beyond)
        angle_negate(product);
    angle.quadrant += (unsigned)beyond;
    angle.rest = angle_rest(product);
    angle.rest = beyond ? -angle.rest : angle.rest;
    if (of.bits >> 63) {
        angle.quadrant = -angle.quadrant;
        angle.rest = -angle.rest;
    }
    return angle;
}

static extended angle_sin(struct angle angle)
{
    extended result = angle.rest;
    if (angle.quadrant & 1)
        __asm__("fcos" : "+t"(result));
    else
        __asm__("fsin" : "+t"(result));
    return angle.quadrant & 2 ? -result : result;
}

/*
 * FSIN and FCOS reduce an angle with a pi of 66 bits, so their error grows with it: below 128 it is
 * less than 2^-59.
 */
static inline bool angle_is_small(double x)
{
    return x > -128 && x < 128;
}

/* An infinity minus itself is NaN; a NaN remains one. */
static inline bool angle_is_none(double x)
{
    return x - x != 0;
}

static double sin_of_large(double x)
{
    return angle_is_none(x) ? x - x : (double)angle_sin(angle_reduce(x));
}

static double cos_of_large(double x)
{
    struct angle angle = angle_reduce(x);
    angle.quadrant++;
    return angle_is_none(x) ? x - x : (double)angle_sin(angle);
}

double sin(double x)
{
    extended result = x;

    if (!angle_is_small(x))
        return sin_of_large(x);
    __asm__("fsin" : "+t"(result));
    return (double)result;
}

double cos(double x)
{
    extended result = x;

    if (!angle_is_small(x))
        return cos_of_large(x);
    __asm__("fcos" : "+t"(result));
    return (double)result;
}
