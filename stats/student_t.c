/*
 * SPDX-License-Identifier: MIT
 * Student's t: a table for few degrees of freedom, and above it the Cornish-Fisher series in 1/df,
 * whose first omitted term is below 1e-9 there.
 */
#include "stats/student_t.h"

#include "stats/student_t_table.inc"

static uint32_t student_t_series(const int64_t *coefficient, uint32_t df)
{
    const unsigned spare_bits = SERIES_FRACTION_BITS - STUDENT_T_FRACTION_BITS;
    uint64_t sum = (uint64_t)coefficient[SERIES_TERMS - 1];

    for (unsigned term = SERIES_TERMS - 1; term-- > 0;)
        sum = (uint64_t)coefficient[term] + sum / df;
    return (uint32_t)((sum + ((uint64_t)1 << (spare_bits - 1))) >> spare_bits);
}

uint32_t student_t(enum confidence level, uint32_t df)
{
    if ((unsigned)level >= CONFIDENCE_LEVELS || df < 1 || df > STUDENT_T_DF_MAX)
        return 0;
    if (df <= TABLE_ROWS)
        return table[df - 1][level];
    return student_t_series(series[level], df);
}
