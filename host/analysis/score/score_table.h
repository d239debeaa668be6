/*
 * SPDX-License-Identifier: MIT
 * The rows of the score of one or more runs (docs/score.md), with the verdict of each: those of the
 * machine, or those of a comparison with another chip.
 */
#pragma once

#include "host/data/run/run.h"
#include "score/score.h"

/* A row in one run. */
struct score_cell {
    const struct score_line *line; /* NULL: the run has no such row */
    enum score_verdict verdict;    /* not settled if the run has no such row */
    const char *real;              /* the value of the run's chip; NULL: unknown */
    const char *what;              /* why there is no comparison; NULL: nothing to explain */
};

/* A run. */
struct score_column {
    const struct run *run;
    char *name;       /* the heading: the owner's name of the machine, else label or source */
    char *chip;       /* with which its rows are compared, as in score/score.h; "unknown" */
    unsigned suite;   /* version of the score */
    unsigned missing; /* rows that the machine measured and that were not received */
    struct score_totals totals;
    struct score_totals common; /* of the rows that settled in all runs */
    unsigned worse;             /* rows with a worse verdict than in the first run */
};

struct score_table_row {
    unsigned number;
    const char *group, *name, *unit;
    struct score_cell *cells; /* one for each column */
    bool differs;             /* value or verdict is not the same in all runs that have the row */
};

struct score_table {
    struct score_column *columns;
    struct score_table_row *rows; /* in order of group, then of number */
    unsigned n_columns, n_rows, n_differing;
    unsigned n_common; /* rows that settled in all runs */
    bool one_chip;     /* all runs are compared with the same chip */
};

/*
 * Adds a run. `chip`, unless NULL, is the name of another chip to compare it with. The run must
 * outlive the table. Returns 0, or -1 after a message if the run has no rows of a score.
 */
int score_table_add(struct score_table *table, const struct run *run, const char *chip);

/* Orders the rows and compares the runs, after the last run was added. */
void score_table_finish(struct score_table *table);
void score_table_free(struct score_table *table);

/*
 * Reports runs with missing rows, and totals that contradict the rows. Returns the number of such
 * runs.
 */
unsigned score_table_report_incomplete(const struct score_table *table);

/* Returns "Pentium P54C" for "p54c"; an unknown name is returned unchanged. */
const char *score_table_chip_title(const char *chip);
