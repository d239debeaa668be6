/*
 * SPDX-License-Identifier: MIT
 * Code symbols of an ELF kernel, and of a program that it runs: lookup by address and by name. A
 * file that is not an ELF file or has no symbol table has no symbols.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "tools/elf32.h"

struct symbol {
    uint32_t address;
    uint32_t end;     /* of its section */
    const char *name; /* in the file; names of one address are in the order of the file */
};

struct symbols {
    struct elf32 elf;     /* the kernel; empty if the file is not one */
    struct elf32 program; /* empty: none */
    struct symbol *table; /* sorted by address */
    size_t count;
};

/* Reads the kernel's symbols. Returns 0, or -1 if memory is exhausted. */
int symbols_read(struct symbols *symbols, const uint8_t *file, size_t size);

/*
 * Adds the symbols of the program among the multiboot modules, FILE[ ARGS][,FILE...]: the module
 * with a word program=NAME. Several programs may have the same addresses, so that none is added.
 * Returns 0, or -1 if memory is exhausted.
 */
int symbols_add_program(struct symbols *symbols, const char *modules);
void symbols_release(struct symbols *symbols);

/* Returns the last symbol at or below the address, in the same section, or NULL. */
const struct symbol *symbols_at(const struct symbols *symbols, uint32_t address);

/* Parses `name`, `name+offset` or a hexadecimal address with 0x. Returns 0, or -1 if the text is
 * invalid. */
int symbols_find(const struct symbols *symbols, const char *text, uint32_t *address);
