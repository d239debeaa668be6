/*
 * SPDX-License-Identifier: MIT
 * C11's <math.h> (7.12) in doubles, by the x87's own instructions. README.md says how near each
 * comes. errno is not set: infinity and NaN say what there is to say, as math_errhandling allows.
 */
#pragma once

#define HUGE_VAL __builtin_huge_val()
#define INFINITY __builtin_inff()
#define NAN      __builtin_nanf("")

#define MATH_ERREXCEPT   2
#define math_errhandling MATH_ERREXCEPT

#define M_E     2.7182818284590452354
#define M_LN2   0.69314718055994530942
#define M_LN10  2.30258509299404568402
#define M_PI    3.14159265358979323846
#define M_PI_2  1.57079632679489661923
#define M_PI_4  0.78539816339744830962
#define M_SQRT2 1.41421356237309504880

#define isnan(x)    __builtin_isnan(x)
#define isinf(x)    __builtin_isinf_sign(x)
#define isfinite(x) __builtin_isfinite(x)
#define signbit(x)  __builtin_signbit(x)

double sqrt(double x);
double cbrt(double x);
double hypot(double x, double y);

/* Radians. From 2^63 on the x87 gives no sine, cosine or tangent: these give NaN. */
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

/* The same in single precision; computed as above. */
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
