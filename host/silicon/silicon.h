/*
 * SPDX-License-Identifier: MIT
 * What real chips took for each form of instruction: tables measured by others, which the program
 * carries in it, and the forms of bench/instr that their rows are (tests/data/silicon/README.md).
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "host/run/run.h"

enum silicon_fact { SILICON_LATENCY, SILICON_THROUGHPUT, SILICON_FACTS };

/* "latency" and "throughput", as findings are called. */
extern const char *const silicon_fact_names[SILICON_FACTS];

struct silicon_row {
    char *name;
    double clocks[SILICON_FACTS]; /* NAN: not measured */
};

struct silicon_chip {
    char *name, *source; /* "p54c-100"; the first line, which names the dump */
    struct silicon_row *rows;
    unsigned n_rows;
};

/* What stands between a row and our form, as rows.tsv has it. */
enum silicon_standing { STANDS_EQUAL, STANDS_BOARD, STANDS_DOUBTFUL, STANDS_RING };

struct silicon_match {
    char *row, *form; /* form: "alu/add_r32_r32" */
    enum silicon_standing standing;
    bool of[SILICON_FACTS]; /* the standing's */
    char *on, *reason;      /* chips of which it is said, blanks between; "": all */
};

/* All that the program carries. */
struct silicon {
    struct silicon_chip *chips;
    struct silicon_match *matches;
    unsigned n_chips, n_matches;
};

const struct silicon *silicon_tables(void);

/* NULL where there is none of that name. */
const struct silicon_chip *silicon_chip_named(const char *name);

/* The table of a processor of the run's maker, family and model; NULL where there is none. */
const struct silicon_chip *silicon_chip_of(const struct run *run);

/* Of its first line, which begins with maker and signature: GenuineIntel0000525; else false, 0. */
bool silicon_is_by(const struct silicon_chip *chip, const char *maker);
uint32_t silicon_signature(const struct silicon_chip *chip);

/* NULL where the row is no form of ours. */
const struct silicon_match *silicon_match_of(const char *row);

/* What stands between the two for this fact on this chip. */
enum silicon_standing silicon_standing(const struct silicon_match *match,
                                       const struct silicon_chip *chip, enum silicon_fact fact);

/* The first row of the chip that is this form; NULL where there is none. */
const struct silicon_row *silicon_row_of(const struct silicon_chip *chip, const char *form);

/* Reads a table; 0, or -1 after a message with file and line. */
int silicon_chip_read(const char *file, const char *text, size_t length, struct silicon_chip *chip);
void silicon_chip_free(struct silicon_chip *chip);
