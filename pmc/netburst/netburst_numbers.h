/*
 * SPDX-License-Identifier: MIT
 * Parses numbers from pieces of text.
 */
#pragma once

#include <stdint.h>

#include "kernel/lib/piece.h"

/* Returned for text that is not a number. */
#define NO_NUMBER (-1)

#define FAST_READ 0x80000000u /* flag in perfex's counter numbers */

static inline bool has_prefix(struct piece piece)
{
    return piece.length > 2 && piece.text[0] == '0' && (piece.text[1] | 0x20) == 'x';
}

/* Accepts at most 32 bits. */
static inline int64_t netburst_number(struct piece piece, unsigned base)
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
    int64_t counter = netburst_number(piece, has_prefix(piece) ? 16 : 10);
    return counter == NO_NUMBER ? NO_NUMBER : counter & ~(int64_t)FAST_READ;
}
