/*
 * SPDX-License-Identifier: MIT
 * Records taken off one machine's wire and put on another's: its number, its check, and what
 * depends on what that machine did before.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "host/wire/wire_line.h"

/* How far a machine was (a record `dealt`, serial/README.md). */
struct progress_mark {
    unsigned number; /* of the next case, or of this one */
    unsigned results, errors, runs, repetitions, disturbed;
    double microseconds; /* since start; `up`: since the machine's reset */
    double up;
};

/* From a record's keys; what it does not have is 0. */
struct progress_mark mark_of(const struct wire_record *record);

/* What was counted from one mark to another is added. */
void mark_add(struct progress_mark *sum, const struct progress_mark *from,
              const struct progress_mark *to);

/* A record without number and check. */
struct held {
    char *body;      /* from ev= on */
    size_t at, span; /* in it, the value that depends on what went before; span 0: none does */
    enum held_kind { HELD_PLAIN, HELD_SECONDS, HELD_DATE, HELD_NUMBER } kind;
};

struct held held_of(const struct wire_record *record);

/* Whether they are the same but for that value. */
bool held_alike(const struct held *a, const struct held *b);

/* Where that value goes: from how far its own machine was to how far all are. */
struct held_shift {
    struct progress_mark own, all;
    const char *date; /* of the first start, "" where not known */
    double boot;      /* microseconds from the reset to when the clock began */
};

/* The record as a line with that number; the caller frees it. */
char *held_line(const struct held *held, uint32_t seq, const struct held_shift *shift);

/* A record `done` of what was counted; the caller frees it. */
char *done_line(const struct progress_mark *all, unsigned long long excess, uint32_t seq);
