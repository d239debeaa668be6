/*
 * SPDX-License-Identifier: MIT
 * Names that are replaced by other text: parameters, local variables, text equates, and fields of
 * structures.
 */
#pragma once

#include <stddef.h>

struct masm_name {
    char *name, *text;
    const char *type;     /* "dword" of an operand in memory; NULL of other text */
    unsigned first, last; /* lines in which it is valid */
};

struct masm_names {
    struct masm_name *all;
    unsigned n;
};

/* Adds a name; `text` is freed with the names. */
void masm_names_add(struct masm_names *names, const char *name, size_t length, char *text,
                    const char *type);
void masm_names_free(struct masm_names *names);

/* Returns the name at a line, without regard to case; NULL for another word. */
const struct masm_name *masm_names_find(const struct masm_names *names, const char *word,
                                        size_t length, unsigned line);
