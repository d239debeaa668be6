/*
 * SPDX-License-Identifier: MIT
 * Reads a file of assembly that the user names.
 */
#pragma once

#include "host/analysis/toolchain/code_syntax.h"

/*
 * Sets *syntax to SYNTAX_OBJECT if the file is an object file. Returns NULL, or a sentence for an
 * ELF file that cannot be explained as code.
 */
const char *source_file_object(const char *path, enum code_syntax *syntax);

/* Returns its text, which the caller frees; NULL after a message. */
char *source_file_read(const char *path);

/* The same for standard input. */
char *source_file_read_input(void);
