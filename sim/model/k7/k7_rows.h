/*
 * SPDX-License-Identifier: MIT
 * The measured rows from which the model's clocks are computed:
 * tests/data/silicon/k7-thunderbird_inst.tsv, linked in unchanged, followed by assumed rows from
 * k7_assumed.def.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/*
 * Time unit: a 300th of a clock, so that a third of a clock and each measured hundredth are whole
 * numbers.
 */
#define K7_CLOCK 300u

#define K7_KEY_BYTES 40

struct k7_row {
    char key[K7_KEY_BYTES]; /* name without blanks, in small letters: "addr32,[m32]" */
    uint32_t latency, throughput;
    bool has_latency, has_throughput;
    bool is_assumed;
};

/* Returns NULL if there is no such key. */
const struct k7_row *k7_row_find(const char *key);

/* The number of a row, from 1 on; 0 for NULL. */
unsigned k7_row_number(const struct k7_row *row);
const struct k7_row *k7_row_numbered(unsigned number);

/*
 * The row's latency; for a sine or cosine measured with a following FADD, without the FADD's
 * latency (ILAT: 4.0).
 */
uint32_t k7_row_alone(const struct k7_row *row);

/*
 * The row of two instructions measured together: a load from the address just stored to; an
 * instruction directly after another. NULL if they were not measured.
 */
const struct k7_row *k7_row_forwarded(unsigned store, unsigned load);
const struct k7_row *k7_row_following(unsigned first, unsigned second);

/* Returns whether the row was also measured directly after another. */
bool k7_row_is_following(const struct k7_row *row);
