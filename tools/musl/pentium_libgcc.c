/*
 * SPDX-License-Identifier: MIT
 * Functions of gcc's library whose copies in Debian's libgcc.a contain CMOV or FCOMI, which a
 * Pentium lacks. `bareprobe cc` links these first. Names and results are those of the GCC internals
 * manual, chapter "The GCC low-level runtime library"; products and quotients of complex numbers
 * follow C11, annex G.5.1.
 */
#include <complex.h>
#include <math.h>
#include <stdint.h>

/* ---- powers with an integer exponent ----------------------------------------------------------
 */

#define POWER(name, type)                                                                          \
    type name(type base, int exponent);                                                            \
    type name(type base, int exponent)                                                             \
    {                                                                                              \
        unsigned bits = exponent < 0 ? -(unsigned)exponent : (unsigned)exponent;                   \
        type product = bits & 1 ? base : 1;                                                        \
        while (bits >>= 1) {                                                                       \
            base *= base;                                                                          \
            if (bits & 1)                                                                          \
                product *= base;                                                                   \
        }                                                                                          \
        return exponent < 0 ? 1 / product : product;                                               \
    }

POWER(__powisf2, float)
POWER(__powidf2, double)
POWER(__powixf2, long double)

/* ---- floating point to integers, rounded to zero ----------------------------------------------
 */

#define TWO_TO_63 9223372036854775808.0L

/* FISTP converts values below 2^63; the others have their upper bit added afterwards. */
#define TO_INTEGERS(to_unsigned_long, to_long, to_unsigned, type)                                  \
    uint64_t to_unsigned_long(type value);                                                         \
    uint64_t to_unsigned_long(type value)                                                          \
    {                                                                                              \
        if (value < TWO_TO_63)                                                                     \
            return (uint64_t)(int64_t)value;                                                       \
        return (uint64_t)(int64_t)(value - TWO_TO_63) + (1ull << 63);                              \
    }                                                                                              \
    int64_t to_long(type value);                                                                   \
    int64_t to_long(type value)                                                                    \
    {                                                                                              \
        return (int64_t)value;                                                                     \
    }                                                                                              \
    uint32_t to_unsigned(type value);                                                              \
    uint32_t to_unsigned(type value)                                                               \
    {                                                                                              \
        return (uint32_t)(int64_t)value;                                                           \
    }

TO_INTEGERS(__fixunssfdi, __fixsfdi, __fixunssfsi, float)
TO_INTEGERS(__fixunsdfdi, __fixdfdi, __fixunsdfsi, double)
TO_INTEGERS(__fixunsxfdi, __fixxfdi, __fixunsxfsi, long double)

/* ---- the first bit that is set ----------------------------------------------------------------
 */

int __ffssi2(int value);
int __ffssi2(int value)
{
    return value ? __builtin_ctz((unsigned)value) + 1 : 0;
}

int __ffsdi2(long long value);
int __ffsdi2(long long value)
{
    unsigned low = (unsigned)value, high = (unsigned)((unsigned long long)value >> 32);
    return low ? __builtin_ctz(low) + 1 : high ? __builtin_ctz(high) + 33 : 0;
}

/* ---- complex numbers: (a + bi) * (c + di) and (a + bi) / (c + di) ------------------------------
 */

typedef long double real;
typedef long double complex pair;

/* An infinite part becomes 1, any other 0, with the sign that it has. */
static real complex_unit(real x)
{
    return __builtin_copysignl(isinf(x) ? 1 : 0, x);
}

/* A part that is not a number becomes 0 with its sign. */
static real complex_zero_for_nan(real x)
{
    return isnan(x) ? __builtin_copysignl(0, x) : x;
}

/* Makes an infinite number finite, and removes what is not a number from the other one. */
static int complex_reduce(real *a, real *b, real *c, real *d)
{
    if (!isinf(*a) && !isinf(*b))
        return 0;
    *a = complex_unit(*a), *b = complex_unit(*b);
    *c = complex_zero_for_nan(*c), *d = complex_zero_for_nan(*d);
    return 1;
}

static pair complex_product(real a, real b, real c, real d)
{
    real first = a * c - b * d, second = a * d + b * c;
    if (isnan(first) && isnan(second)) {
        int infinite = complex_reduce(&a, &b, &c, &d);
        infinite |= complex_reduce(&c, &d, &a, &b);
        if (infinite) {
            first = INFINITY * (a * c - b * d);
            second = INFINITY * (a * d + b * c);
        }
    }
    return __builtin_complex(first, second);
}

/* Both parts of the quotient are not numbers: a division by 0, or one of or by an infinite number.
 */
static pair complex_special_quotient(real a, real b, real c, real d)
{
    if (c == 0 && d == 0 && (!isnan(a) || !isnan(b))) {
        real infinite = __builtin_copysignl(INFINITY, c);
        return __builtin_complex(infinite * a, infinite * b);
    }
    if ((isinf(a) || isinf(b)) && isfinite(c) && isfinite(d)) {
        a = complex_unit(a), b = complex_unit(b);
        return __builtin_complex(INFINITY * (a * c + b * d), INFINITY * (b * c - a * d));
    }
    if ((isinf(c) || isinf(d)) && isfinite(a) && isfinite(b)) {
        c = complex_unit(c), d = complex_unit(d);
        return __builtin_complex(0 * (a * c + b * d), 0 * (b * c - a * d));
    }
    return __builtin_complex((real)NAN, (real)NAN);
}

/* Smith's algorithm: the smaller part of the divisor is divided by the larger one. */
static pair complex_quotient(real a, real b, real c, real d)
{
    real first, second;
    if (__builtin_fabsl(c) < __builtin_fabsl(d)) {
        real ratio = c / d, divisor = c * ratio + d;
        first = (a * ratio + b) / divisor;
        second = (b * ratio - a) / divisor;
    } else {
        real ratio = d / c, divisor = c + d * ratio;
        first = (a + b * ratio) / divisor;
        second = (b - a * ratio) / divisor;
    }
    if (isnan(first) && isnan(second))
        return complex_special_quotient(a, b, c, d);
    return __builtin_complex(first, second);
}

#define COMPLEX(product, quotient, type)                                                           \
    type complex product(type a, type b, type c, type d);                                          \
    type complex product(type a, type b, type c, type d)                                           \
    {                                                                                              \
        return (type complex)complex_product(a, b, c, d);                                          \
    }                                                                                              \
    type complex quotient(type a, type b, type c, type d);                                         \
    type complex quotient(type a, type b, type c, type d)                                          \
    {                                                                                              \
        return (type complex)complex_quotient(a, b, c, d);                                         \
    }

COMPLEX(__mulsc3, __divsc3, float)
COMPLEX(__muldc3, __divdc3, double)
COMPLEX(__mulxc3, __divxc3, long double)
