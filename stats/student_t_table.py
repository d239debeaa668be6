#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes student_t_table.inc: exact quantiles for few degrees of freedom, a series for more.

Sources: Abramowitz and Stegun, Handbook of Mathematical Functions (1964), 26.7.3 and 26.7.4 for
the distribution as a finite sum, solved for t by bisection; 26.7.5 for the series in 1/df.
Needs nothing beyond Python 3.8:  ./student_t_table.py > student_t_table.inc
"""
import math
from statistics import NormalDist

ROWS = 100
TABLE_BITS = 26
SERIES_BITS = 48
LEVELS = (0.95, 0.99)


def probability(t, df):
    """P(-t < T < t)."""
    theta = math.atan(t / math.sqrt(df))
    cos2 = math.cos(theta) ** 2
    odd = df % 2
    term = math.cos(theta) if odd else 1.0
    terms = []
    for k in range(2 + odd, df + 1, 2):
        terms.append(term)
        term *= cos2 * (k - 1) / k
    series = math.sin(theta) * math.fsum(terms)
    return (theta + series) * 2 / math.pi if odd else series


def quantile(level, df):
    low, high = 0.0, 100.0
    while True:
        middle = (low + high) / 2
        if middle in (low, high):
            return middle
        if probability(middle, df) < level:
            low = middle
        else:
            high = middle


def series(level):
    x = NormalDist().inv_cdf((1 + level) / 2)
    return (
        x,
        (x**3 + x) / 4,
        (5 * x**5 + 16 * x**3 + 3 * x) / 96,
        (3 * x**7 + 19 * x**5 + 17 * x**3 - 15 * x) / 384,
        (79 * x**9 + 776 * x**7 + 1482 * x**5 - 1920 * x**3 - 945 * x) / 92160,
    )


print("/*")
print(" * SPDX-License-Identifier: MIT")
print(" * Written by student_t_table.py, which names the sources.")
print(" */")
print(f"#define TABLE_ROWS {ROWS}")
print(f"#define SERIES_FRACTION_BITS {SERIES_BITS}")
print(f"#define SERIES_TERMS {len(series(LEVELS[0]))}")
print("\n/* t = s[0] + s[1]/df + s[2]/df^2 + ..., for 95 and 99 % */")
print("static const int64_t series[CONFIDENCE_LEVELS][SERIES_TERMS] = {")
for level in LEVELS:
    print("    {" + ",\n     ".join(f"INT64_C({round(c * 2**SERIES_BITS)})" for c in series(level))
          + "},")
print("};\n\nstatic const uint32_t table[TABLE_ROWS][CONFIDENCE_LEVELS] = {")
for df in range(1, ROWS + 1):
    t = [quantile(level, df) for level in LEVELS]
    values = ", ".join(f"{round(v * 2**TABLE_BITS)}u" for v in t)
    print(f"    {{{values}}}, /* {df}: " + " ".join(f"{v:.6f}" for v in t) + " */")
print("};")
