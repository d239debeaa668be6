/*
 * SPDX-License-Identifier: MIT
 * Parses and checks one line of the wire (docs/records.md defines its form). Nothing is copied: a
 * record's texts point into the line.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The kernel sends at most RECORD_BYTES (1024); a longer line than this is not a record. */
#define WIRE_MOST_BYTES  4096
#define WIRE_MOST_FIELDS 64

/* A text without a terminator; start is NULL if it is missing. */
struct text {
    const char *start;
    size_t length;
};

struct wire_field {
    struct text key, value; /* the value without quotes */
};

struct wire_record {
    struct text line; /* unchanged, without the line end */
    uint64_t hash; /* of the line, never 0; computed by the reader (host/data/wire/wire_reader.h) */
    uint32_t seq;
    struct text kind; /* the value of ev */
    unsigned n_fields;
    struct wire_field fields[WIRE_MOST_FIELDS]; /* fields after ev */
};

enum {
    E_WIRE_SHAPE = -1, /* not the form of a record */
    E_WIRE_CRC = -2,   /* the form of a record with a wrong CRC */
    E_WIRE_KEYS = -3,  /* a repeated key, or more than WIRE_MOST_FIELDS keys */
};

/* Parses a line. Returns 0 or an error; after E_WIRE_CRC *crc is the line's computed CRC and
 * *line_crc the CRC in the line. crc and line_crc may be NULL. */
int wire_line_parse(const char *line, size_t length, struct wire_record *record, uint16_t *crc,
                    uint16_t *line_crc);

bool text_is(struct text text, const char *word);

/* Returns a key's value; its start is NULL if the record lacks the key. */
struct text wire_line_text(const struct wire_record *record, const char *key);

/*
 * Parses a key's value as a number: decimal with optional sign and fraction, or 0x and hexadecimal
 * digits. Returns 0, or -1 with *value unchanged if the key is missing or its value is malformed.
 */
int wire_line_number(const struct wire_record *record, const char *key, double *value);
int wire_line_unsigned(const struct wire_record *record, const char *key, uint32_t *value);
