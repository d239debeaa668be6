/*
 * SPDX-License-Identifier: MIT
 * The code symbols of an ELF kernel: which one an address belongs to, and where one is.
 * A kernel without a symbol table, or not in ELF, has none.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

struct symbol {
    uint32_t address;
    uint32_t offset; /* of its name among the names */
};

struct symbols {
    struct symbol *table; /* by address */
    size_t count;
    char *names;
};

/* Reads a file's symbols; 0, or -1 where memory is short. */
int symbols_read(struct symbols *symbols, const uint8_t *file, size_t size);
void symbols_release(struct symbols *symbols);

/* The last symbol at or below the address, or NULL. */
const struct symbol *symbols_at(const struct symbols *symbols, uint32_t address);
const char *symbol_name(const struct symbols *symbols, const struct symbol *symbol);

/* `name`, `name+offset` or a hexadecimal address with 0x. 0, or -1 where it is none of these. */
int symbols_find(const struct symbols *symbols, const char *text, uint32_t *address);
