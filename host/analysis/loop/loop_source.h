/*
 * SPDX-License-Identifier: MIT
 * Converts the lines of a loop between the user's form and nasm's.
 */
#pragma once

#include "host/analysis/loop/loop_code.h"

/* Splits the text into statements in code->lines; empty ones are omitted if `name` is NULL. */
void loop_source_split(struct loop_code *code, const char *text, const char *name);

/* Returns the input for nasm, which the caller frees; sets code->counted if a count was added. */
char *loop_source_text(struct loop_code *code, const char *name, size_t *length);

/* Reads the source line of each byte of the loop from nasm's listing. */
void loop_source_lines(struct loop_code *code, const char *listing);

/* Prints nasm's messages about the lines, each with its statement. */
void loop_source_report_errors(const struct loop_code *code, const char *errors, const char *name);
