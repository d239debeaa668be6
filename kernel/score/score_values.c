/*
 * SPDX-License-Identifier: MIT
 * Stores measured values as they are sent: texts, or decimals of at most two places.
 */
#include "kernel/score/score_values.h"

#include "kernel/lib/format.h"
#include "stats/fixed.h"

void score_value_set_text(struct score *score, unsigned row, const char *text)
{
    struct score_value *value = &score->values[row];
    *value = (struct score_value){.verdict = SCORE_SAME};
    format(value->measured, sizeof value->measured, "%s", text);
}

void score_value_set_hundredths(struct score *score, unsigned row, int64_t hundredths)
{
    struct score_value *value = &score->values[row];
    *value = (struct score_value){.verdict = SCORE_SAME};
    fixed_format_short(value->measured, sizeof value->measured,
                       fixed_divide(fixed_from_int(hundredths), fixed_from_int(100)), 2);
}

static void score_value_set_none(struct score *score, unsigned row, enum score_verdict verdict,
                                 const char *what)
{
    score->values[row] = (struct score_value){.verdict = verdict, .what = what};
}

void score_value_set_unsettled(struct score *score, unsigned row, const char *what)
{
    score_value_set_none(score, row, SCORE_NOT_SETTLED, what);
}

void score_value_set_unmeasurable(struct score *score, unsigned row, const char *what)
{
    score_value_set_none(score, row, SCORE_NOT_MEASURABLE, what);
}

bool score_value_needs_clocks(struct score *score, unsigned row)
{
    if (!score->has_time_stamp)
        score_value_set_unmeasurable(score, row, "no time-stamp counter");
    else if (score->clock_fault)
        score_value_set_unsettled(score, row, score->clock_fault);
    return score->has_time_stamp && !score->clock_fault;
}
