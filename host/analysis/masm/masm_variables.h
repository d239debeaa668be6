/*
 * SPDX-License-Identifier: MIT
 * The types of a text's variables: MASM derives the size of an operand from them, GNU as does not.
 */
#pragma once

#include <stddef.h>

struct masm_variable {
    char *name;       /* in lower case */
    const char *type; /* "dword" */
};

struct masm_variables {
    struct masm_variable *all;
    unsigned n;
};

/* Collects the definitions such as `total dd ?` in the lines. */
void masm_variables_read(struct masm_variables *variables, char *const *lines, unsigned n);
void masm_variables_free(struct masm_variables *variables);

/* Returns the type of a name, or NULL. */
const char *masm_variables_type(const struct masm_variables *variables, const char *name,
                                size_t length);

/* Returns the type that a data directive defines, such as "dword" for dd and real4; or NULL. */
const char *masm_data_type(const char *word, size_t length);
