/*
 * SPDX-License-Identifier: MIT
 * A set of strings. Each string is stored once, and all are freed together. The names in a run
 * point into such a set.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

struct string_set {
    struct string_block *blocks;
    const char **slots; /* hash table with open addressing; room is a power of 2 */
    size_t room, count;
};

/* Returns the stored copy of a string. Equal strings have the same address. The copy ends in 0. */
const char *string_set_add(struct string_set *strings, const char *text, size_t length);

/* Returns the stored copy, or NULL if the string is not in the set. */
const char *string_set_find(const struct string_set *strings, const char *text);

/* Formats like printf and stores the result in the set. */
__attribute__((format(printf, 2, 3))) const char *string_set_print(struct string_set *strings,
                                                                   const char *format, ...);
void string_set_free(struct string_set *strings);
