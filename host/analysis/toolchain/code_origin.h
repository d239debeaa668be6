/*
 * SPDX-License-Identifier: MIT
 * The user's code for an assembler or compiler, and messages about it.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "host/analysis/toolchain/code_syntax.h"

#define CODE_ORIGIN 0x101000u

/* nasm 2.16 writes no debug information about line 1: its first line is numbered 2. */
#define NASM_LINE_SHIFT 1u

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

/* Removes the directory of temporary files from a text. */
void code_origin_hide_folder(const struct code_origin *origin, char *text);

/* Prints messages of an assembler or compiler about the user's lines, each with its line. */
void code_origin_report(const struct code_origin *origin, const char *messages);

/* Returns whether a line of the user contains the text. */
bool code_origin_has(const struct code_origin *origin, const char *text);
