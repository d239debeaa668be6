/*
 * SPDX-License-Identifier: MIT
 * Pieces of a text without terminators, for parsers that ignore the case of names and registers.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

struct piece {
    const char *text;
    size_t length;
};

static inline char piece_lower_case(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static inline bool piece_equals(struct piece piece, const char *name)
{
    size_t i = 0;
    while (i < piece.length && name[i] &&
           piece_lower_case(piece.text[i]) == piece_lower_case(name[i]))
        i++;
    return i == piece.length && !name[i];
}

/* Returns the text before the first `separator`; *rest becomes the text after it. */
static inline struct piece piece_split_at(struct piece *rest, char separator)
{
    struct piece first = {rest->text, 0};
    while (first.length < rest->length && rest->text[first.length] != separator)
        first.length++;
    size_t used = first.length + (first.length < rest->length);
    *rest = (struct piece){rest->text + used, rest->length - used};
    return first;
}
