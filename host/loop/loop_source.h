/*
 * SPDX-License-Identifier: MIT
 * The lines of a loop as a person types them, on their way to nasm and back.
 */
#pragma once

#include "host/loop/loop_code.h"

/* Statements into code->lines, without empty ones where `name` is NULL. */
void loop_source_split(struct loop_code *code, const char *text, const char *name);

/* What nasm is to read, to be freed; says in code->counted whether a count was added. */
char *loop_source_text(struct loop_code *code, const char *name, size_t *length);

/* From nasm's listing: which line each byte of the loop is of. */
void loop_source_lines(struct loop_code *code, const char *listing);

/* What nasm said of the lines, each with its statement. */
void loop_source_complain(const struct loop_code *code, const char *said, const char *name);
