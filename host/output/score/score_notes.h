/*
 * SPDX-License-Identifier: MIT
 * Texts below the rows of a score: why rows have no comparison, and the runs' common rows.
 */
#pragma once

#include "host/analysis/score/score_table.h"

/* A reason, and the rows of one run that have it. */
struct score_note {
    unsigned column;
    enum score_verdict verdict;
    const char *what; /* "" without a reason */
    char *rows;       /* "17, 20 to 49" */
};

/* Returns the notes in order of the runs; *n is their number. score_notes_free() frees them. */
struct score_note *score_notes(const struct score_table *table, unsigned *n);
void score_notes_free(struct score_note *notes, unsigned n);

/* Returns "2 of 60 rows differ between the runs: 4, 23". The caller frees it. */
char *score_notes_differences(const struct score_table *table);

/*
 * Returns "totals of the 55 rows that settled in all runs: a strict 50, near 52; ...". Totals that
 * include rows which settled in only some runs are not comparable. NULL for one run. The caller
 * frees it.
 */
char *score_notes_common(const struct score_table *table);

/* Returns "52 of 58 (89.7 %)"; "0 of 0" without the percentage. */
#define SCORE_SHARE_BYTES 48
const char *score_share_text(unsigned part, unsigned whole, char text[SCORE_SHARE_BYTES]);
