/*
 * SPDX-License-Identifier: MIT
 * The score: rows that compare a machine with a real chip. The kernel measures them, the host reads
 * them; both take rows, chips and verdicts from here. The rows are in rows.def.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#define SCORE_SUITE 1 /* number of this set of rows; rows that are added do not change it */

enum score_chip { SCORE_P54C, SCORE_P55C, SCORE_PPRO, SCORE_P2, SCORE_P3, SCORE_K7, SCORE_CHIPS };

enum score_group {
    SCORE_IDENTITY,
    SCORE_COUNTERS,
    SCORE_TIMING,
    SCORE_STRUCTURE,
    SCORE_QUIRKS,
    SCORE_GROUPS
};

enum score_unit {
    SCORE_CLOCKS,
    SCORE_COUNT,
    SCORE_KB,
    SCORE_BYTES,
    SCORE_WAYS,
    SCORE_ENTRIES,
    SCORE_YES_NO,
    SCORE_TEXT
};

enum score_method { SCORE_FINDING, SCORE_COUNTED, SCORE_DIRECT };

/* Places of the rows in score_rows. */
enum score_row_place {
#define SCORE_ROW(number, group, name, ...) SCORE_##name,
#include "score/rows.def"
#undef SCORE_ROW
    SCORE_ROWS
};

#define SCORE_LABEL_BYTES 14 /* of a row on the screen, with its end */
#define SCORE_VALUE_BYTES 24 /* of a measured or real value, with its end */

struct score_row {
    uint8_t number; /* from 1; permanent */
    uint8_t group, unit, method;
    const char *name;              /* permanent */
    const char *label;             /* short, for the screen */
    const char *subject, *what;    /* see rows.def */
    const char *real[SCORE_CHIPS]; /* "-": no table has it */
    const char *source;
};

extern const struct score_row score_rows[SCORE_ROWS];

enum score_verdict {
    SCORE_SAME,
    SCORE_NEAR, /* a number within 10 % */
    SCORE_DIFFERS,
    SCORE_NOT_SETTLED,    /* the measurement does not repeat */
    SCORE_NOT_MEASURABLE, /* by this machine or kernel, or no table has the chip's value */
    SCORE_VERDICTS
};

/* Names as on the wire, such as p54c, timing, yes_no, not_settled. */
const char *score_chip_name(enum score_chip chip);
const char *score_group_name(enum score_group group);
const char *score_unit_name(enum score_unit unit);
const char *score_verdict_name(enum score_verdict verdict);

/* The same for people: "P54C 100 MHz", "not settled". */
const char *score_chip_title(enum score_chip chip);
const char *score_verdict_words(enum score_verdict verdict);

/* The verdict on the screen: = ~ x ? - */
char score_verdict_mark(enum score_verdict verdict);

/* Return false if there is no chip, verdict or row of that name. `row` receives its place. */
bool score_chip_find(const char *name, enum score_chip *chip);
bool score_verdict_find(const char *name, enum score_verdict *verdict);
bool score_row_find(const char *name, unsigned *row);

/* Returns the chip that a processor is compared with: the nearest in family and model. */
enum score_chip score_chip_of(const char *vendor, uint32_t signature);

/* Returns the row's value of the chip, or NULL if no table has it. */
const char *score_real(const struct score_row *row, enum score_chip chip);

/* Why a row without a value of the chip is not measurable. */
#define SCORE_NO_REAL "no table has it for this chip"

/*
 * Compares a measured value: SCORE_SAME, SCORE_NEAR or SCORE_DIFFERS, or SCORE_NOT_MEASURABLE if no
 * table has the chip's value. Clocks are the same within 0.05 clocks, the rounding of the tables,
 * or 1 %; other values if they are equal. Numbers are near within 10 %.
 */
enum score_verdict score_verdict(const struct score_row *row, enum score_chip chip,
                                 const char *measured);

/* strict: same; near: same or near; settled: same, near or differs; rows: all. */
struct score_totals {
    unsigned strict, near, settled, rows;
};

void score_totals_add(struct score_totals *totals, enum score_verdict verdict);
