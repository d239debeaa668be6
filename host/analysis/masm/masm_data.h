/*
 * SPDX-License-Identifier: MIT
 * Converts MASM's data (DB, DW, DD, DQ, DT, REAL4, DUP) to directives of GNU as.
 */
#pragma once

#include <stddef.h>
#include <stdio.h>

struct masm_data_type;

/* Returns the type of a data directive in lower case; NULL for another word. */
const struct masm_data_type *masm_data_type_named(const char *word, size_t n);

/* Returns the size in bytes of "byte" to "tbyte". */
unsigned masm_data_size(const char *type);

/* Returns the length of a datum: up to a comma outside parentheses and strings. */
size_t masm_datum_length(const char *from);

/* Writes the data after a directive, as statements on one line. */
void masm_data_write(const struct masm_data_type *type, const char *data, FILE *to);
