/*
 * SPDX-License-Identifier: MIT
 * The passes of the Fourier transform, implemented in fft.asm.
 */
#pragma once

struct complex {
    double re, im;
};

#define FFT_N 256 /* points; fft.asm has the same number */

/*
 * One pass over x[0] to x[FFT_N - 1]: for each group of 2 * half, and j in 0 to half - 1,
 * t = x[j + half] * w[j * FFT_N / (2 * half)];  x[j + half] = x[j] - t;  x[j] = x[j] + t.
 */
typedef void fft_pass(struct complex *x, unsigned half, const struct complex *w);
fft_pass fft_pass_plain, fft_pass_scheduled;
