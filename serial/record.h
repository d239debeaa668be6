/*
 * SPDX-License-Identifier: MIT
 * Builds and sends one record of the wire: `BP seq=<n> ev=<kind> key=value ... crc=<4 hex>` (see
 * docs/records.md).
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "stats/fixed.h"

#define RECORD_BYTES 1024 /* longest line, including its newline */

/* Destination of text: receives a record in one call, a line of text in parts. */
struct wire {
    void (*send)(void *to, const char *line, size_t length);
    void *to;
    uint32_t seq;        /* of the next record */
    const char *touched; /* list of earlier manual changes; NULL: none */
};

struct record {
    struct wire *wire;
    size_t length;
    bool cut; /* a value did not fit */
    char line[RECORD_BYTES];
};

/*
 * record_begin() starts a record, the functions after it append keys in order, and record_end()
 * sends it. A value that does not fit is omitted, and record_end() then adds `cut=1`, so that a
 * reader sees that something is missing.
 */
void record_begin(struct record *record, struct wire *wire, const char *kind);
void record_text(struct record *record, const char *key,
                 const char *value); /* quoted where needed */
void record_unsigned(struct record *record, const char *key, uint64_t value);
void record_hex(struct record *record, const char *key,
                uint32_t value); /* 0x and at least 2 digits */
void record_fixed(struct record *record, const char *key, fixed_t value); /* at most six decimals */
void record_bytes(struct record *record, const char *key, const void *bytes,
                  size_t count); /* hex */
void record_end(struct record *record);
