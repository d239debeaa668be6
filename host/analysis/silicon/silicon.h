/*
 * SPDX-License-Identifier: MIT
 * Tables of instruction timings measured on real chips by others, which are built into the program,
 * and the forms of bench/instr that their rows correspond to (tests/data/silicon/README.md).
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "host/data/run/run.h"

enum silicon_fact { SILICON_LATENCY, SILICON_THROUGHPUT, SILICON_FACTS };

/* "latency" and "throughput", the names of findings. */
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

/* The relation of a row to our form, as in rows.tsv: equal, or a reason for a difference. */
enum silicon_standing { STANDS_EQUAL, STANDS_BOARD, STANDS_DOUBTFUL, STANDS_RING, STANDS_CODE };

struct silicon_match {
    char *row, *form; /* form: "alu/add_r32_r32" */
    enum silicon_standing standing;
    bool of[SILICON_FACTS]; /* the facts that the standing applies to */
    char *on, *reason;      /* families that it applies to, separated by blanks; "": all */
};

/* All built-in tables. */
struct silicon {
    struct silicon_chip *chips;
    struct silicon_match *matches;
    unsigned n_chips, n_matches;
};

const struct silicon *silicon_tables(void);

/* Returns NULL if the name is unknown. */
const struct silicon_chip *silicon_chip_named(const char *name);

/* Returns the table for the maker, family and model of the run's processor; NULL if there is no
 * such table. */
const struct silicon_chip *silicon_chip_of(const struct run *run);

/* Parse the chip's first line, which begins with maker and signature: GenuineIntel0000525. Without
 * these they return false and 0. */
bool silicon_is_by(const struct silicon_chip *chip, const char *maker);
uint32_t silicon_signature(const struct silicon_chip *chip);

/* Returns NULL if the row corresponds to no form of ours. */
const struct silicon_match *silicon_match_of(const char *row);

/* Returns the standing for this fact on this chip. */
enum silicon_standing silicon_standing(const struct silicon_match *match,
                                       const struct silicon_chip *chip, enum silicon_fact fact);

/* Returns the chip's first row that corresponds to the form; NULL if it has no such row. */
const struct silicon_row *silicon_row_of(const struct silicon_chip *chip, const char *form);

/* Parses a table. Returns 0, or -1 after a message with file and line. */
int silicon_chip_read(const char *file, const char *text, size_t length, struct silicon_chip *chip);
void silicon_chip_free(struct silicon_chip *chip);
