/*
 * SPDX-License-Identifier: MIT
 * Code symbols of an ELF kernel: lookup by address and by name. A kernel that is not an ELF file or
 * has no symbol table has no symbols.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "tools/elf32.h"

struct symbol {
    uint32_t address;
    const char *name; /* in the file; names of one address are in the order of the file */
};

struct symbols {
    struct elf32 elf;     /* empty if the file is not one */
    struct symbol *table; /* sorted by address */
    size_t count;
};

/* Reads a file's symbols. Returns 0, or -1 if memory is exhausted. */
int symbols_read(struct symbols *symbols, const uint8_t *file, size_t size);
void symbols_release(struct symbols *symbols);

/* Returns the last symbol at or below the address, or NULL. */
const struct symbol *symbols_at(const struct symbols *symbols, uint32_t address);

/* Parses `name`, `name+offset` or a hexadecimal address with 0x. Returns 0, or -1 if the text is
 * invalid. */
int symbols_find(const struct symbols *symbols, const char *text, uint32_t *address);
