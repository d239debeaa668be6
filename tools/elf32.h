/*
 * SPDX-License-Identifier: MIT
 * Reads a 32-bit little-endian i386 ELF file: sections, their bytes and the symbols in them.
 * elf32_load() checks everything once, so the other functions need no checks.
 */
#pragma once

#include <elf.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct elf32_section {
    const char *name;
    uint32_t type;        /* SHT_... */
    uint32_t flags;       /* SHF_... */
    uint32_t address;     /* 0 in a relocatable file */
    uint32_t size;        /* bytes in memory */
    const uint8_t *bytes; /* `size` bytes; NULL for SHT_NOBITS */
};

struct elf32_symbol {
    const char *name;
    const char *file; /* source file of a local symbol, as named by the assembler; or "" */
    uint32_t address;
    uint32_t size;    /* of a function, in bytes; 0: unknown, as in assembly */
    uint16_t section; /* index into sections */
    bool is_entry;    /* global, or marked as a function: a routine, not a label in one */
};

struct elf32 {
    uint8_t *file;
    size_t file_size;
    struct elf32_section *sections;
    size_t section_count;
    struct elf32_symbol *symbols;        /* symbols in sections, by section, then address */
    const struct elf32_symbol **by_name; /* the same, by name */
    size_t symbol_count;
};

/*
 * Returns 0, or -1 with a sentence in `error` (at most `error_size` bytes with its NUL) that
 * describes the problem. elf32_free() is needed only after success.
 */
int elf32_load(struct elf32 *elf, const char *path, char *error, size_t error_size);
/* The same for a copy of `size` bytes in memory. */
int elf32_load_bytes(struct elf32 *elf, const uint8_t *bytes, size_t size, char *error,
                     size_t error_size);
/* Loads a file without headers: all of it is one section of code at address 0. */
int elf32_load_raw(struct elf32 *elf, const char *path, char *error, size_t error_size);
void elf32_free(struct elf32 *elf);

/*
 * Returns the symbol that `address` in section `section` belongs to, among those at `from` or
 * above: the last entry at or below it, or the last label if there is no entry, or NULL.
 */
const struct elf32_symbol *elf32_symbol_at(const struct elf32 *elf, size_t section, uint32_t from,
                                           uint32_t address);

/* Returns the first symbol address above `address` in the section, or the section's end. */
uint64_t elf32_next_symbol(const struct elf32 *elf, size_t section, uint32_t address);

/* Returns the bytes at an address, or NULL; *left is the number of bytes to the section's end. */
const uint8_t *elf32_at(const struct elf32 *elf, uint32_t address, size_t *left);

/* Returns the string at an address; NULL if it does not exist or is not terminated. */
const char *elf32_text_at(const struct elf32 *elf, uint32_t address);

/* Returns a symbol by its name; NULL if it does not exist. */
const struct elf32_symbol *elf32_symbol_named(const struct elf32 *elf, const char *name);

/* Returns a section by its name; NULL if it does not exist. */
const struct elf32_section *elf32_section_named(const struct elf32 *elf, const char *name);

/* Copies `size` bytes from an address; false if not all of them are in one section of the file. */
bool elf32_copy(const struct elf32 *elf, uint32_t address, void *to, size_t size);
