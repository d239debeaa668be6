/*
 * SPDX-License-Identifier: MIT
 * Joins the lines of a record that a terminal has wrapped at its width. Every line but the last
 * must have the same width, apart from blanks lost at its end, and the record's CRC must be right.
 */
#pragma once

#include "host/data/wire/wire_line.h"

#define WRAPPED_MOST_PIECES 64
#define WRAPPED_LEAST_WIDTH 20

struct wrapped_record {
    char text[WIRE_MOST_BYTES], joined[WIRE_MOST_BYTES];
    size_t lengths[WRAPPED_MOST_PIECES]; /* of the lines in `text` */
    unsigned n_pieces;                   /* 0: no record has begun */
    size_t length, prefix;               /* of all pieces; of the text before the record */
    int error;                           /* of the first line alone */
};

/* Begins with a line that has the start of a record after `prefix` characters. Returns whether the
 * line is long enough. */
bool wrapped_record_begin(struct wrapped_record *wrapped, const char *line, size_t length,
                          size_t prefix, int error);

/* Adds a line; returns whether it may belong to the record. */
bool wrapped_record_add(struct wrapped_record *wrapped, const char *line, size_t length);

/* Parses the joined lines. The record's texts point into `joined`. Returns 0 or an error. */
int wrapped_record_parse(struct wrapped_record *wrapped, struct wire_record *record);
