/*
 * SPDX-License-Identifier: MIT
 * Structures of MASM and TASM (STRUCT, STRUC): offsets of their fields, and their sizes.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "host/analysis/masm/masm_names.h"

struct masm_structure {
    char *name;
    unsigned size;
};

struct masm_structures {
    struct masm_structure *all;
    unsigned n;
};

/*
 * Reads the structures in the lines, in lower case without comments; adds ".field" and
 * ".structure.field" to the names. Sets omitted[line] of their lines.
 */
void masm_structures_read(struct masm_structures *structures, char *const *lines, unsigned n,
                          struct masm_names *names, bool *omitted);
void masm_structures_free(struct masm_structures *structures);

/* Returns the structure with the name, or NULL. */
const struct masm_structure *masm_structure_named(const struct masm_structures *structures,
                                                  const char *name, size_t length);
