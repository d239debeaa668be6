/*
 * SPDX-License-Identifier: MIT
 * Whether two means differ, and by how much: Welch's t test, and Holm's correction for asking many
 * times (B. L. Welch, Biometrika 34, 1947; S. Holm, Scandinavian Journal of Statistics 6, 1979).
 */
#pragma once

#include <stdbool.h>

#include "host/run/run.h"

struct difference {
    double change;     /* mean of b less mean of a */
    double half_width; /* of its interval; INFINITY where there is but one sample a side */
    double low, high;  /* its ends */
    double p;          /* two-sided; 1 where nothing can be said, 0 for an exact difference */
    double df;         /* Welch and Satterthwaite's */
    bool judged;       /* there were samples enough to judge by */
};

/* level: of the interval, such as 0.95. Spreads of 0 on both sides make the difference exact. */
struct difference welch(const struct values *a, const struct values *b, double level);

/* p[n] becomes adjusted by Holm's step-down method: compare with the level for the whole family. */
void holm(double *p, unsigned n);
