/*
 * SPDX-License-Identifier: MIT
 * Rewrites records from one machine's stream for a merged stream: sequence number, checksum, and
 * values that depend on what the machine did before.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "host/data/wire/wire_line.h"

/* A machine's progress (a record `dealt`, docs/records.md). */
struct merge_mark {
    unsigned number; /* of the next case, or of this one */
    unsigned results, errors, runs, repetitions, disturbed;
    double microseconds; /* since start; `up`: since the machine's reset */
    double up;
};

/* Reads a mark from a record; missing keys are 0. */
struct merge_mark merged_record_mark(const struct wire_record *record);

/* Adds the difference of two marks to a sum. */
void merged_record_add_mark(struct merge_mark *sum, const struct merge_mark *from,
                            const struct merge_mark *to);

/* A record without sequence number and checksum. */
struct merged_record {
    char *body; /* from ev= on */
    /* position and length of the value that depends on earlier work; span 0: none */
    size_t at, span;
    enum merged_value_kind { MERGED_PLAIN, MERGED_SECONDS, MERGED_DATE, MERGED_NUMBER } kind;
};

struct merged_record merged_record_of(const struct wire_record *record);

/* Returns whether both are equal except for that value. */
bool merged_record_alike(const struct merged_record *a, const struct merged_record *b);

/* Converts that value: from the progress of the sending machine to that of all machines. */
struct merged_record_shift {
    struct merge_mark own, all;
    const char *date; /* of the first start, "" if unknown */
    double boot;      /* microseconds from the reset to the start of the clock */
};

/* Returns the record as a line with that sequence number; the caller frees it. */
char *merged_record_line(const struct merged_record *merged, uint32_t seq,
                         const struct merged_record_shift *shift);

/* Returns a record `done` for the totals; the caller frees it. */
char *merged_record_done(const struct merge_mark *all, unsigned long long excess, uint32_t seq);
