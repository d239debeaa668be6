/*
 * SPDX-License-Identifier: MIT
 * The values of the score's rows while they are measured.
 */
#pragma once

#include "kernel/machine/processor_identity.h"
#include "kernel/measure/kernel_run.h"
#include "score/score.h"

struct score_value {
    char measured[SCORE_VALUE_BYTES]; /* empty: none */
    enum score_verdict verdict;       /* SCORE_SAME until the value is compared */
    const char *what;                 /* why there is no value */
};

struct score {
    struct kernel_run *run;
    const struct cpu *cpu;
    bool has_time_stamp;     /* RDTSC exists */
    const char *clock_fault; /* why clocks are not settled; NULL: they repeat */
    struct score_value values[SCORE_ROWS];
};

/* Set the value of a row: a text, hundredths of its unit, or the reason why it has none. */
void score_value_set_text(struct score *score, unsigned row, const char *text);
void score_value_set_hundredths(struct score *score, unsigned row, int64_t hundredths);
void score_value_set_unsettled(struct score *score, unsigned row, const char *what);
void score_value_set_unmeasurable(struct score *score, unsigned row, const char *what);

/*
 * Reports whether clocks can be measured. Otherwise the row is not measurable or not settled, and
 * the reason is stored.
 */
bool score_value_needs_clocks(struct score *score, unsigned row);
