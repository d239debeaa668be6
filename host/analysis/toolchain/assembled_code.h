/*
 * SPDX-License-Identifier: MIT
 * Assembles or compiles the user's code with the tools of its syntax (nasm, GNU as, gcc), and links
 * it with GNU ld at CODE_ORIGIN.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "host/analysis/toolchain/code_syntax.h"
#include "tools/elf32.h"

#define CODE_ORIGIN 0x101000u

/* nasm 2.16 writes no debug information about line 1: its first line is numbered 2. */
#define NASM_LINE_SHIFT 1u

struct Dwarf;

struct code_origin {
    enum code_syntax syntax;
    const char *folder; /* for files */
    const char *name;   /* for messages: the user's file, "-c" or "standard input" */
    const char *text;   /* for the assembler or compiler; NULL: the file `path` as it is */
    size_t length;
    const char *path;     /* the user's C source or object file */
    char *const *lines;   /* the user's, for messages */
    unsigned n_lines;     /* of `lines` */
    bool quiet;           /* a trial: no messages, and no symbols that the code does not define */
    uint32_t buffer, end; /* addresses of the symbols `buffer` and `wrapper_after_loop` */
};

struct assembled_code {
    struct elf32 elf; /* linked */
    struct Dwarf *dwarf;
    int file;           /* that Dwarf reads; 0: none */
    char *messages;     /* warnings */
    char *placed;       /* names of symbols that the code does not define: in the buffer; or NULL */
    char *missing;      /* names of functions that it calls and does not define; or NULL */
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

/* Prints messages of an assembler or compiler about the user's lines, each with its line. */
void assembled_code_report(const struct code_origin *origin, const char *messages);
