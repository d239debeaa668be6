/*
 * SPDX-License-Identifier: MIT
 * Assembles or compiles the user's code with the tools of its syntax (nasm, GNU as, gcc), and links
 * it with GNU ld at CODE_ORIGIN.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "host/analysis/toolchain/assembler.h"
#include "host/analysis/toolchain/code_origin.h"
#include "tools/elf32.h"

struct Dwarf;

struct assembled_code {
    struct elf32 elf; /* linked */
    struct Dwarf *dwarf;
    int file; /* that Dwarf reads; 0: none */
    struct assembler_notes notes;
    unsigned shift;     /* of line numbers */
    const char *source; /* lines are those of this file; NULL: of any */
};

/* Returns 0, or -1 after a message. assembled_code_free() frees the result in either case. */
int assembled_code_make(struct assembled_code *code, const struct code_origin *origin);
void assembled_code_free(struct assembled_code *code);

/* Returns the source line of an instruction; 0 if it is unknown. */
unsigned assembled_code_line(const struct assembled_code *code, uint32_t address);

/* Returns the address of the first instruction that has a source line; 0 if none has. */
uint32_t assembled_code_first(const struct assembled_code *code);
