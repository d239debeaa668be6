/*
 * SPDX-License-Identifier: MIT
 * A run of bench/instr beside a chip's table, row by row.
 */
#pragma once

#include "host/silicon/silicon.h"

/* What a figure may be off and still be the same: clocks, or if that is more, a share of it. */
struct silicon_tolerance {
    double clocks, share;
};

/*
 * 0.1 clocks, to which figures are rounded: an instruction of a Pentium takes whole clocks. Of P6
 * and K7 (Intel's and AMD's family 6) 0.25 or 10 %: where instructions overlap, a figure depends on
 * what stands beside it, too.
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

struct silicon_comparison {
    const struct silicon_row *row;
    double measured[SILICON_FACTS]; /* NAN: not measured */
    enum silicon_verdict verdict;
    const char *reason; /* why a figure was not compared; NULL where each was */
};

struct silicon_comparisons {
    const struct silicon_chip *chip;
    struct silicon_comparison *rows; /* as the table's */
    unsigned n, count[VERDICTS];
};

/* What a run found of forms: `warm`, with nothing switched off, the first of each. */
struct silicon_forms;
struct silicon_forms *silicon_forms_of(const struct run *run); /* NULL where it has none */
void silicon_forms_free(struct silicon_forms *forms);

void silicon_compare_rows(struct silicon_comparisons *comparisons,
                          const struct silicon_forms *forms, const struct silicon_chip *chip);
void silicon_comparisons_free(struct silicon_comparisons *comparisons);

/* Of the rows compared, how many are the same: 0 to 1; NAN where none was compared. */
double silicon_share(const struct silicon_comparisons *comparisons);
