/*
 * SPDX-License-Identifier: MIT
 * Removes from a line the bytes that terminals, loggers and editors add to text: control
 * characters, escape sequences, byte-order marks.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* Returns the length of a byte-order mark (UTF-8, or UTF-16 without its NULs) at the start. */
size_t line_text_mark_length(const char *line, size_t length);

/* Returns whether the line has a control character, such as that of an escape sequence. */
bool line_text_has_controls(const char *line, size_t length);

/* Copies the line without control characters and escape sequences; a tab becomes a blank. `out` has
 * room for `length` characters. Returns the length of the copy. */
size_t line_text_clean(char *out, const char *line, size_t length);

/* Returns whether a program may have written this text before a record: a time stamp, "> ", or a
 * host's name. The rest of an earlier record is not accepted. */
bool line_text_is_prefix(const char *text, size_t length);
