/*
 * SPDX-License-Identifier: MIT
 * A 32-bit ELF file in memory, whose every offset is checked before its use: what is damaged counts
 * as not there.
 */
#pragma once

#include <elf.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct elf_file {
    const uint8_t *file;
    size_t size;
    Elf32_Ehdr header;
};

/* False where the file is none. It is read where it lies, and must live on. */
bool elf_file_open(struct elf_file *elf, const uint8_t *file, size_t size);

/* The section of that number, its bytes all in the file. */
bool elf_file_section(const struct elf_file *elf, unsigned index, Elf32_Shdr *section);

/* The first table of symbols, and their names. */
bool elf_file_symbols(const struct elf_file *elf, Elf32_Shdr *table, Elf32_Shdr *names);

/* Where a symbol is, of code or data. */
bool elf_file_address(const struct elf_file *elf, const char *name, uint32_t *address);

/* Copies what is loaded at an address. */
bool elf_file_bytes(const struct elf_file *elf, uint32_t address, void *bytes, size_t count);
