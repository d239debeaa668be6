/*
 * SPDX-License-Identifier: MIT
 * The measured rows that the model's clocks come from: tests/data/silicon/k7-thunderbird_inst.tsv
 * as it lies there, linked in; and behind it what nobody measured, from k7_assumed.def.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* Time here is in 300ths of a clock: a third of one and each hundredth that was measured are whole.
 */
#define K7_CLOCK 300u

#define K7_KEY_BYTES 40

struct k7_row {
    char key[K7_KEY_BYTES]; /* its name without blanks, in small letters: "addr32,[m32]" */
    uint32_t latency, throughput;
    bool has_latency, has_throughput;
    bool is_assumed;
};

/* NULL where there is none of that key. */
const struct k7_row *k7_row_find(const char *key);

/* A number that stands for the row, from 1 on; 0 for NULL. */
unsigned k7_row_number(const struct k7_row *row);
const struct k7_row *k7_row_numbered(unsigned number);

/* Its latency, of a sine or cosine with an FADD behind it without that (ILAT: 4.0). */
uint32_t k7_row_alone(const struct k7_row *row);

/*
 * Two instructions that were measured together: what is read was just stored; the second comes
 * directly behind the first. NULL where they were not.
 */
const struct k7_row *k7_row_forwarded(unsigned store, unsigned load);
const struct k7_row *k7_row_behind(unsigned first, unsigned second);

/* There are rows that were measured directly behind another. */
bool k7_row_is_behind(const struct k7_row *row);
