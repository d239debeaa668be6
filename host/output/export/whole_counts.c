/*
 * SPDX-License-Identifier: MIT
 * Scales counts for formats that have only whole numbers, so that rounding does not hide a small
 * mean.
 */
#include <math.h>

#include "host/output/export/export.h"

#define MOST_ERROR  0.01
#define MOST_SCALE  1e6
#define MOST_NUMBER 9007199254740992.0 /* 2^53: readers in JavaScript have only doubles */

static bool whole_counts_precise(const double *counts, size_t n, double scale)
{
    for (size_t i = 0; i < n; i++)
        if (fabs(round(counts[i] * scale) - counts[i] * scale) >
            MOST_ERROR * fabs(counts[i]) * scale)
            return false;
    return true;
}

double whole_counts_scale(const double *counts, size_t n)
{
    double most = 0, scale = 1;
    for (size_t i = 0; i < n; i++)
        most = fmax(most, fabs(counts[i]));
    while (scale < MOST_SCALE && most * scale * 10 < MOST_NUMBER &&
           !whole_counts_precise(counts, n, scale))
        scale *= 10;
    return scale;
}
