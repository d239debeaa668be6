/*
 * SPDX-License-Identifier: MIT
 * One line of the wire, checked and taken apart (serial/README.md has its form).
 * Nothing is copied: a record's texts point into the line it was made from.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The kernel sends RECORD_BYTES (1024) at most; what is longer than this is no record. */
#define WIRE_MOST_BYTES  4096
#define WIRE_MOST_FIELDS 64

/* A text without a terminator; start is NULL where there is none. */
struct text {
    const char *start;
    size_t length;
};

struct wire_field {
    struct text key, value; /* the value without its quotes */
};

struct wire_record {
    struct text line; /* as it came, without the line's end */
    uint64_t hash;    /* of the line, never 0; the reader's (host/wire/reader.h) */
    uint32_t seq;
    struct text kind; /* the value of ev */
    unsigned n_fields;
    struct wire_field fields[WIRE_MOST_FIELDS]; /* those behind ev */
};

enum {
    E_WIRE_SHAPE = -1, /* not the form of a record */
    E_WIRE_CRC = -2,   /* the form of one, but its CRC is another */
    E_WIRE_KEYS = -3,  /* a key stands twice, or there are more than WIRE_MOST_FIELDS */
};

/*
 * Takes a line apart. 0, or what is wrong with it; after E_WIRE_CRC *crc is the line's true CRC and
 * *said the one it claims. crc and said may be NULL.
 */
int wire_parse(const char *line, size_t length, struct wire_record *record, uint16_t *crc,
               uint16_t *said);

bool text_is(struct text text, const char *word);

/* A key's value; its start is NULL where the record has no such key. */
struct text wire_text(const struct wire_record *record, const char *key);

/*
 * A key's value as a number: decimal with an optional sign and fraction, or 0x and hexadecimal
 * digits. 0, or -1 where the key is missing or its value is no such number; *value is then as it
 * was.
 */
int wire_number(const struct wire_record *record, const char *key, double *value);
int wire_unsigned(const struct wire_record *record, const char *key, uint32_t *value);

/* CRC-16/CCITT-FALSE as in serial/crc16.h, eight bytes a step. */
uint16_t crc16_fast(const char *bytes, size_t count);
