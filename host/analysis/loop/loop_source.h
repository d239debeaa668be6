/*
 * SPDX-License-Identifier: MIT
 * Converts the user's lines to the input of the assembler of their syntax.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "host/analysis/toolchain/code_syntax.h"

struct loop_setup;

struct loop_source {
    enum code_syntax syntax;
    bool detected; /* the user did not give the syntax */
    char **lines;  /* one statement each */
    unsigned n_lines;
    bool marked;        /* a jump to `-` or `turn` closes the loop */
    bool counted;       /* DEC and JNZ are added to form a loop */
    bool *repeat_lines; /* of each line: MOV ECX is added before it; NULL for none */
};

/*
 * Splits the text into statements and finds its syntax, if that is SYNTAX_UNKNOWN; empty ones are
 * omitted if `name` is NULL.
 */
void loop_source_split(struct loop_source *source, const char *text, const char *name);
void loop_source_free(struct loop_source *source);

/*
 * Returns the input for the assembler or compiler, which the caller frees. Lines that it adds have
 * numbers after the last one of the user.
 */
char *loop_source_text(const struct loop_source *source, const struct loop_setup *setup,
                       const char *name, size_t *length);
