/*
 * SPDX-License-Identifier: MIT
 * A set of texts, each kept once and freed together; what a run's names point into.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

struct strings {
    struct string_block *blocks;
    const char **slots; /* hash table, open addressing; room is a power of 2 */
    size_t room, count;
};

/* The kept copy of a text, the same address for the same text; its bytes end in 0. */
const char *strings_keep(struct strings *strings, const char *text, size_t length);

/* The kept copy; NULL where the text is not in the set. */
const char *strings_find(const struct strings *strings, const char *text);

/* printf into the set. */
__attribute__((format(printf, 2, 3))) const char *strings_print(struct strings *strings,
                                                                const char *format, ...);
void strings_free(struct strings *strings);
