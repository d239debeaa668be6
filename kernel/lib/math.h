/*
 * SPDX-License-Identifier: MIT
 * C11's <math.h> (7.12) for doubles, computed by x87 instructions. README.md states the accuracy of
 * each function. errno is not set: infinity and NaN report errors, as math_errhandling allows.
 */
#pragma once

#define HUGE_VAL  __builtin_huge_val()
#define HUGE_VALF __builtin_huge_valf()
#define INFINITY  __builtin_inff()
#define NAN       __builtin_nanf("")

#define MATH_ERREXCEPT   2
#define math_errhandling MATH_ERREXCEPT

#define M_E     2.7182818284590452354
#define M_LN2   0.69314718055994530942
#define M_LN10  2.30258509299404568402
#define M_PI    3.14159265358979323846
#define M_PI_2  1.57079632679489661923
#define M_PI_4  0.78539816339744830962
#define M_SQRT2 1.41421356237309504880

#define M_LOG2E    1.4426950408889634074
#define M_LOG10E   0.43429448190325182765
#define M_1_PI     0.31830988618379067154
#define M_2_PI     0.63661977236758134308
#define M_2_SQRTPI 1.12837916709551257390
#define M_SQRT1_2  0.70710678118654752440

typedef long double double_t; /* the x87's precision */
typedef long double float_t;

#define isnan(x)    __builtin_isnan(x)
#define isinf(x)    __builtin_isinf_sign(x)
#define isfinite(x) __builtin_isfinite(x)
#define isnormal(x) __builtin_isnormal(x)
#define signbit(x)  __builtin_signbit(x)

enum { FP_NAN, FP_INFINITE, FP_ZERO, FP_SUBNORMAL, FP_NORMAL };
#define fpclassify(x) __builtin_fpclassify(FP_NAN, FP_INFINITE, FP_NORMAL, FP_SUBNORMAL, FP_ZERO, x)

#define isgreater(x, y)      __builtin_isgreater(x, y)
#define isgreaterequal(x, y) __builtin_isgreaterequal(x, y)
#define isless(x, y)         __builtin_isless(x, y)
#define islessequal(x, y)    __builtin_islessequal(x, y)
#define islessgreater(x, y)  __builtin_islessgreater(x, y)
#define isunordered(x, y)    __builtin_isunordered(x, y)

double sqrt(double x);
double cbrt(double x);
double hypot(double x, double y);

/*
 * Angles are in radians. For magnitudes of 2^63 and above the x87 computes no sine, cosine or
 * tangent; the functions return NaN.
 */
double sin(double x);
double cos(double x);
double tan(double x);
double asin(double x);
double acos(double x);
double atan(double x);
double atan2(double y, double x);

double exp(double x);
double exp2(double x);
double log(double x);
double log10(double x);
double log2(double x);
double pow(double x, double y);
double sinh(double x);
double cosh(double x);
double tanh(double x);

double fabs(double x);
double copysign(double x, double sign);
double fmin(double x, double y);
double fmax(double x, double y);

double floor(double x);
double ceil(double x);
double trunc(double x);
double round(double x);
double rint(double x);
double fmod(double x, double y);
double modf(double x, double *whole);
double frexp(double x, int *exponent);
double ldexp(double x, int exponent);
double scalbn(double x, int exponent);

/* The same functions in single precision, computed in the same way. */
float sqrtf(float x);
float cbrtf(float x);
float sinf(float x);
float cosf(float x);
float tanf(float x);
float asinf(float x);
float acosf(float x);
float atanf(float x);
float atan2f(float y, float x);
float expf(float x);
float logf(float x);
float log10f(float x);
float log2f(float x);
float powf(float x, float y);
float fabsf(float x);
float floorf(float x);
float ceilf(float x);
float truncf(float x);
float roundf(float x);
float fmodf(float x, float y);

/* The functions below are defined in kernel/lib/program/math_more.c. */
double expm1(double x);
double log1p(double x);
double asinh(double x);
double acosh(double x);
double atanh(double x);
double remainder(double x, double y);
double remquo(double x, double y, int *quotient); /* *quotient: the last three bits */
double fdim(double x, double y);
double nearbyint(double x);
double nextafter(double x, double to);
double logb(double x);
double scalbln(double x, long exponent);
double nan(const char *word); /* there is a single NaN */

#define FP_ILOGB0   (-__INT_MAX__ - 1)
#define FP_ILOGBNAN (-__INT_MAX__ - 1)
int ilogb(double x);

/* Values out of range are converted to the least number. */
long lrint(double x);
long lround(double x);
long long llrint(double x);
long long llround(double x);

float exp2f(float x);
float sinhf(float x);
float coshf(float x);
float tanhf(float x);
float expm1f(float x);
float log1pf(float x);
float asinhf(float x);
float acoshf(float x);
float atanhf(float x);
float hypotf(float x, float y);
float copysignf(float x, float sign);
float fminf(float x, float y);
float fmaxf(float x, float y);
float fdimf(float x, float y);
float remainderf(float x, float y);
float rintf(float x);
float nearbyintf(float x);
float nextafterf(float x, float to);
float logbf(float x);
float modff(float x, float *whole);
float frexpf(float x, int *exponent);
float ldexpf(float x, int exponent);
float scalbnf(float x, int exponent);
float nanf(const char *word);
int ilogbf(float x);
long lrintf(float x);
long lroundf(float x);
long long llrintf(float x);
long long llroundf(float x);
