/*
 * SPDX-License-Identifier: MIT
 * The syntaxes in which code can be given, and how a text's syntax is recognized.
 */
#pragma once

#include <stdbool.h>

enum code_syntax { SYNTAX_UNKNOWN, SYNTAX_NASM, SYNTAX_INTEL, SYNTAX_ATT, SYNTAX_C, SYNTAX_OBJECT };

/* Returns the syntax of an option's word: nasm, intel, att or c; SYNTAX_UNKNOWN for others. */
enum code_syntax code_syntax_named(const char *word);

/* Returns a description for the output, such as "AT&T syntax (GNU as)". */
const char *code_syntax_text(enum code_syntax syntax);

/* Returns the syntax of the lines: nasm unless they have marks of another one. */
enum code_syntax code_syntax_detect(char *const *lines, unsigned n);

/*
 * Returns the number of the first line, from 1, that cannot be explained, such as 16-bit code, and
 * the reason in *reason; 0 if no line has one.
 */
unsigned code_syntax_foreign_line(char *const *lines, unsigned n, const char **reason);

/* Returns whether all lines with text define data with a name. */
bool code_syntax_is_data(char *const *lines, unsigned n);
