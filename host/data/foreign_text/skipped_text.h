/*
 * SPDX-License-Identifier: MIT
 * Counts the bytes of an input that are not records, by reason, and describes them in one line.
 */
#pragma once

#include <stddef.h>

struct skipped_text {
    unsigned long long nuls;
    unsigned marks;       /* byte-order marks */
    unsigned other_lines; /* lines without a record */
    unsigned prefixes;    /* lines with text before the record */
    unsigned tails;       /* lines with text after the checksum */
    unsigned controls;    /* records in lines with control characters */
    unsigned joined;      /* records that were wrapped over several lines */
    char prefix[32];      /* the first one, printable */
};

void skipped_text_add_prefix(struct skipped_text *skipped, const char *text, size_t length);

/* Returns "skipped: 2 damaged lines, 3 lines without a record", or NULL if there was nothing to
 * skip. The text is static. */
const char *skipped_text_summary(const struct skipped_text *skipped, unsigned damaged);
