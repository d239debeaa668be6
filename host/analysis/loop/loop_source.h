/*
 * SPDX-License-Identifier: MIT
 * Converts the lines of a loop between the user's form and nasm's.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct loop_setup;

struct loop_source {
    char **lines; /* one statement each */
    unsigned n_lines;
    bool counted;       /* DEC and JNZ were added to form a loop */
    bool *repeat_lines; /* of each line: MOV ECX is added before it; NULL for none */
};

/* Splits the text into statements; empty ones are omitted if `name` is NULL. */
void loop_source_split(struct loop_source *source, const char *text, const char *name);
void loop_source_free(struct loop_source *source);

/* Returns the input for nasm, which the caller frees; sets source->counted if a count was added. */
char *loop_source_text(struct loop_source *source, const struct loop_setup *setup, const char *name,
                       size_t *length);

/* Reads the source line of each byte of the loop from nasm's listing, where the loop has the
 * offsets `loop` to loop + size - 1. */
void loop_source_lines(const char *listing, uint32_t loop, uint32_t size, uint32_t *line_at);

/* Prints nasm's messages about the lines, each with its statement. */
void loop_source_report_errors(const struct loop_source *source, const char *errors,
                               const char *name);
