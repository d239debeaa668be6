/*
 * SPDX-License-Identifier: MIT
 * Pieces of a text, and the numbers that they are: for what reads names and registers.
 */
#pragma once

#include "pmc/netburst/netburst_events.h"

/* A piece of what is read, and a number that is none. */
struct piece {
    const char *text;
    size_t length;
};
#define NO_NUMBER (-1)

#define FAST_READ 0x80000000u /* perfex: of a counter's number */

/* What stands in front of the first `separator`; the rest is behind it. */
static inline struct piece take(struct piece *rest, char separator)
{
    struct piece first = {rest->text, 0};
    while (first.length < rest->length && rest->text[first.length] != separator)
        first.length++;
    size_t used = first.length + (first.length < rest->length);
    *rest = (struct piece){rest->text + used, rest->length - used};
    return first;
}

static inline bool is(struct piece piece, const char *name)
{
    return netburst_is(piece.text, piece.length, name);
}

static inline bool has_prefix(struct piece piece)
{
    return piece.length > 2 && piece.text[0] == '0' && (piece.text[1] | 0x20) == 'x';
}

/* At most 32 bits. */
static inline int64_t number(struct piece piece, unsigned base)
{
    uint64_t value = 0;
    for (size_t i = base == 16 && has_prefix(piece) ? 2 : 0; i < piece.length; i++) {
        char c = piece.text[i];
        unsigned digit =
            c >= '0' && c <= '9' ? (unsigned)(c - '0') : (unsigned)((c | 0x20) - 'a') + 10;
        value = value * base + digit;
        if (digit >= base || value > UINT32_MAX)
            return NO_NUMBER;
    }
    return piece.length ? (int64_t)value : NO_NUMBER;
}

static inline int64_t counter_number(struct piece piece)
{
    int64_t counter = number(piece, has_prefix(piece) ? 16 : 10);
    return counter == NO_NUMBER ? NO_NUMBER : counter & ~(int64_t)FAST_READ;
}
