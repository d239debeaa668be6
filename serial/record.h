/*
 * SPDX-License-Identifier: MIT
 * One line of the wire: `BP seq=<n> ev=<kind> key=value ... crc=<4 hex>` (see serial/README.md).
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "stats/fixed.h"

#define RECORD_BYTES 1024 /* longest line, its newline included */

/* Where text goes: a record as a whole, a line of text in parts. */
struct wire {
    void (*send)(void *to, const char *line, size_t length);
    void *to;
    uint32_t seq;        /* of the next record */
    const char *touched; /* what was changed by hand before it; NULL: nothing */
};

struct record {
    struct wire *wire;
    size_t length;
    bool cut; /* a value did not fit */
    char line[RECORD_BYTES];
};

/*
 * A record is begun, given its keys in order and ended, which sends it. A value that would not fit
 * is left out, and record_end() then adds `cut=1`, so that a reader sees that something is missing.
 */
void record_begin(struct record *record, struct wire *wire, const char *kind);
void record_text(struct record *record, const char *key,
                 const char *value); /* quoted where needed */
void record_unsigned(struct record *record, const char *key, uint64_t value);
void record_hex(struct record *record, const char *key,
                uint32_t value); /* 0x and 2 digits at least */
void record_fixed(struct record *record, const char *key, fixed_t value); /* six decimals at most */
void record_bytes(struct record *record, const char *key, const void *bytes,
                  size_t count); /* hex */
void record_end(struct record *record);
