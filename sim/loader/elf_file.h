/*
 * SPDX-License-Identifier: MIT
 * A 32-bit ELF file in memory. Every offset is checked before its use; a damaged part is treated as
 * missing. All functions return false if what they look for is missing.
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

/* Opens the file in place; returns false if it is not an ELF file. The bytes must remain valid. */
bool elf_file_open(struct elf_file *elf, const uint8_t *file, size_t size);

/* Returns section `index`, if all of its bytes are in the file. */
bool elf_file_section(const struct elf_file *elf, unsigned index, Elf32_Shdr *section);

/* Returns the first symbol table, and the section with its names. */
bool elf_file_symbols(const struct elf_file *elf, Elf32_Shdr *table, Elf32_Shdr *names);

/* Returns the address of a code or data symbol. */
bool elf_file_address(const struct elf_file *elf, const char *name, uint32_t *address);

/* Copies the bytes that are loaded at an address. */
bool elf_file_bytes(const struct elf_file *elf, uint32_t address, void *bytes, size_t count);
