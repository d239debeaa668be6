/*
 * SPDX-License-Identifier: MIT
 * What a debug image is made of, for the files that look into it.
 */
#pragma once

#include <elfutils/libdw.h>

#include "host/fault/debug_image.h"

#define NO_SECTION SIZE_MAX

struct debug_image {
    struct elf32 elf;
    struct bench_image benches;
    Elf *file;
    Dwarf *dwarf; /* NULL where the file has none */
};

/* The index of the section that an address is in, or NO_SECTION. */
size_t debug_section_of(const struct debug_image *image, uint32_t address);

/* Whether a person has given it that name, not an assembler or a compiler. */
bool debug_symbol_given(const struct elf32_symbol *symbol);

/* The last name at or below the address that a person has given. */
const struct elf32_symbol *debug_symbol_of(const struct debug_image *image, uint32_t address);

/* A path as the compiler was told it: libdw puts the folder of compilation before it. */
const char *debug_file_named(Dwarf_Die *unit, const char *path);
