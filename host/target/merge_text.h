/*
 * SPDX-License-Identifier: MIT
 * Rewrites records from one machine's stream for a merged stream: sequence number, checksum, and
 * values that depend on what the machine did before.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "host/wire/wire_line.h"

/* A machine's progress (a record `dealt`, docs/records.md). */
struct progress_mark {
    unsigned number; /* of the next case, or of this one */
    unsigned results, errors, runs, repetitions, disturbed;
    double microseconds; /* since start; `up`: since the machine's reset */
    double up;
};

/* Reads a mark from a record; missing keys are 0. */
struct progress_mark mark_of(const struct wire_record *record);

/* Adds the difference of two marks to a sum. */
void mark_add(struct progress_mark *sum, const struct progress_mark *from,
              const struct progress_mark *to);

/* A record without sequence number and checksum. */
struct held {
    char *body; /* from ev= on */
    /* position and length of the value that depends on earlier work; span 0: none */
    size_t at, span;
    enum held_kind { HELD_PLAIN, HELD_SECONDS, HELD_DATE, HELD_NUMBER } kind;
};

struct held held_of(const struct wire_record *record);

/* Returns whether both are equal except for that value. */
bool held_alike(const struct held *a, const struct held *b);

/* Converts that value: from the progress of the sending machine to that of all machines. */
struct held_shift {
    struct progress_mark own, all;
    const char *date; /* of the first start, "" if unknown */
    double boot;      /* microseconds from the reset to the start of the clock */
};

/* Returns the record as a line with that sequence number; the caller frees it. */
char *held_line(const struct held *held, uint32_t seq, const struct held_shift *shift);

/* Returns a record `done` for the totals; the caller frees it. */
char *done_line(const struct progress_mark *all, unsigned long long excess, uint32_t seq);
