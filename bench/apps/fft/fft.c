/*
 * SPDX-License-Identifier: MIT
 * Fourier transform of 256 complex doubles, radix 2, decimation in time (Cooley and Tukey, 1965):
 * butterflies that wait for each result, and the same ones scheduled with FXCH (Intel, AP-500).
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/apps/fft/fft.h"
#include "bench/bench.h"

static long variant;
static struct complex *input, *x, *w;

static void swap(struct complex *p, struct complex *q)
{
    struct complex kept = *p;
    *p = *q;
    *q = kept;
}

static void reverse_bits(void)
{
    for (unsigned i = 0, reversed = 0; i < FFT_N; i++) {
        unsigned bit = FFT_N / 2;
        if (i < reversed)
            swap(&x[i], &x[reversed]);
        for (; reversed & bit; bit /= 2)
            reversed ^= bit;
        reversed ^= bit;
    }
}

static void run(void)
{
    fft_pass *pass = variant == 0 ? fft_pass_plain : fft_pass_scheduled;

    region_begin(0);
    reverse_bits();
    region_end(0);
    region_begin(1);
    for (unsigned half = 1; half < FFT_N; half *= 2)
        pass(x, half, w);
    region_end(1);
}
region_name(0, "bit reversal");
region_name(1, "butterflies");

static void setup(void)
{
    x = malloc(FFT_N * sizeof(*x));
    w = malloc(FFT_N / 2 * sizeof(*w));
    input = malloc(FFT_N * sizeof(*input));
    for (int i = 0; i < FFT_N / 2; i++)
        w[i] = (struct complex){cos(2 * M_PI * i / FFT_N), -sin(2 * M_PI * i / FFT_N)};
    for (int i = 0; i < FFT_N; i++) {
        input[i].re = (int16_t)rand();
        input[i].im = (int16_t)rand();
    }
}

static void restore(void)
{
    memcpy(x, input, FFT_N * sizeof(*x));
}

static double square(struct complex z)
{
    return z.re * z.re + z.im * z.im;
}

/* The sum of the definition for one frequency. */
static struct complex transform(unsigned frequency)
{
    struct complex sum = {0, 0};

    for (unsigned i = 0; i < FFT_N; i++) {
        double angle = -2 * M_PI * (i * frequency % FFT_N) / FFT_N;
        double re = cos(angle), im = sin(angle);
        sum.re += input[i].re * re - input[i].im * im;
        sum.im += input[i].re * im + input[i].im * re;
    }
    return sum;
}

/* Verifies Parseval's theorem, and some frequencies by the definition, to 10 digits. */
static const char *check(void)
{
    static char wrong[80];
    double before = 0, after = 0;

    for (int i = 0; i < FFT_N; i++) {
        before += square(input[i]) * FFT_N;
        after += square(x[i]);
    }
    if (fabs(after - before) > 1e-10 * before) {
        snprintf(wrong, sizeof(wrong), "power %f became %f", before, after);
        return wrong;
    }
    for (unsigned i = 0; i < FFT_N; i += 37) {
        struct complex z = transform(i);
        struct complex off = {z.re - x[i].re, z.im - x[i].im};
        if (square(off) > 1e-20 * before) {
            snprintf(wrong, sizeof(wrong), "frequency %u is %f + %fi, not %f + %fi", i, x[i].re,
                     x[i].im, z.re, z.im);
            return wrong;
        }
    }
    return NULL;
}

/* 4 multiplications and 6 additions for each of 128 butterflies in each of 8 passes. */
WORK("region=bit_reversal flops=0");
WORK("region=butterflies flops=8*128*10");

BENCHMARK("Fourier transform of 256 complex doubles", run, .setup = setup, .restore = restore,
          .check = check, .memory = 12 * 1024,
          .arguments = ARGUMENTS(ARGUMENT(variant, "plain,scheduled")));
