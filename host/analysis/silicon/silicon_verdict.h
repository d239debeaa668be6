/*
 * SPDX-License-Identifier: MIT
 * Compares a run of bench/instr with a chip's table, row by row.
 */
#pragma once

#include "host/analysis/silicon/silicon.h"

/* The accepted difference: clocks, or a share of the value if that is larger. */
struct silicon_tolerance {
    double clocks, share;
};

/*
 * The tolerance is 0.1 clocks, the rounding of the tables, because an instruction of a Pentium
 * takes whole clocks. For P6, K7 (Intel's and AMD's family 6) and Pentium 4 (Intel's family 15) it
 * is 0.25 clocks or 10 %: where instructions overlap, a value also depends on adjacent
 * instructions.
 */
struct silicon_tolerance silicon_tolerance_of(const struct silicon_chip *chip);

enum silicon_verdict {
    VERDICT_SAME,
    VERDICT_DIFFERS,
    VERDICT_DOUBTFUL,
    VERDICT_BOARD,
    VERDICT_NOT_MEASURED,
    VERDICTS
};

/* "same", "differs", "doubtful", "board", "not measured". */
extern const char *const silicon_verdict_names[VERDICTS];

struct silicon_row_verdict {
    const struct silicon_row *row;
    double measured[SILICON_FACTS]; /* NAN: not measured */
    enum silicon_verdict verdict;
    const char *reason; /* why a value was not compared; NULL if all were compared */
};

struct silicon_verdicts {
    const struct silicon_chip *chip;
    struct silicon_row_verdict *rows; /* in the order of the table */
    unsigned n, count[VERDICTS];
};

/* The findings of a run by form: warm, without ablation, the first one of each. */
struct silicon_forms;
struct silicon_forms *
silicon_verdict_forms(const struct run *run); /* NULL if it has no such findings */
void silicon_verdict_forms_free(struct silicon_forms *forms);

void silicon_verdicts_make(struct silicon_verdicts *verdicts, const struct silicon_forms *forms,
                           const struct silicon_chip *chip);
void silicon_verdicts_free(struct silicon_verdicts *verdicts);

/* Returns the share of compared rows that are the same, 0 to 1; NAN if no row was compared. */
double silicon_verdicts_share(const struct silicon_verdicts *verdicts);
