/*
 * SPDX-License-Identifier: MIT
 * Student's t distribution: P(|T| >= t) = I_x(df/2, 1/2) with x = df / (df + t^2), the regularised
 * incomplete beta function.
 */
#include "host/analysis/compare/t_distribution.h"

#include <math.h>

#define MOST_TERMS 10000
#define TINY       1e-300

/* Keeps a denominator of Lentz's method away from zero. */
static double not_zero(double value)
{
    return fabs(value) < TINY ? TINY : value;
}

/*
 * DLMF 8.17.22 by the modified Lentz method: the continued fraction 1/(1+ d1/(1+ d2/(1+ ...))). It
 * converges fast for x < (a + 1) / (a + b + 2).
 */
static double t_distribution_fraction(double a, double b, double x)
{
    double c = 1, d = 1 / not_zero(1 - (a + b) * x / (a + 1)), result = d;
    for (int m = 1; m < MOST_TERMS; m++) {
        double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
        double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
        d = 1 / not_zero(1 + even * d);
        c = not_zero(1 + even / c);
        result *= c * d;
        d = 1 / not_zero(1 + odd * d);
        c = not_zero(1 + odd / c);
        double step = c * d;
        result *= step;
        if (fabs(step - 1) < 1e-15)
            break;
    }
    return result;
}

/*
 * x^a (1-x)^b / (a B(a, b)) times the continued fraction. Both x and y = 1 - x are parameters,
 * since computing a very small one from the other loses its digits.
 */
static double t_distribution_beta(double a, double b, double x, double y)
{
    if (x <= 0)
        return 0;
    if (y <= 0)
        return 1;
    double factor = exp(a * log(x) + b * log(y) + lgamma(a + b) - lgamma(a) - lgamma(b));
    if (x < (a + 1) / (a + b + 2))
        return factor * t_distribution_fraction(a, b, x) / a;
    return 1 - factor * t_distribution_fraction(b, a, y) / b;
}

double t_two_sided_probability(double t, double df)
{
    if (isinf(t))
        return 0;
    double square = t * t;
    return t_distribution_beta(df / 2, 0.5, df / (df + square), square / (df + square));
}

double t_distribution_quantile(double probability, double df)
{
    double low = 0, high = 1;
    while (t_two_sided_probability(high, df) > probability && high < 1e150)
        high *= 2;
    for (int step = 0; step < 200 && high - low > 1e-15 * high; step++) {
        double middle = (low + high) / 2;
        if (t_two_sided_probability(middle, df) > probability)
            low = middle;
        else
            high = middle;
    }
    return (low + high) / 2;
}
