/*
 * SPDX-License-Identifier: MIT
 * Reads lines of source files; searches the compilation directory and the current directory.
 */
#pragma once

#include <stdbool.h>

struct source_lines;

struct source_lines *source_lines_new(void);
void source_lines_free(struct source_lines *sources);

/* Returns whether the file exists in `folder` (may be NULL) or in the current directory. */
bool source_lines_there(struct source_lines *sources, const char *file, const char *folder);

/* Returns a line, counted from 1, with tabs replaced by blanks; NULL if it does not exist. The text
 * is valid until source_lines_free(). */
const char *source_line(struct source_lines *sources, const char *file, const char *folder,
                        unsigned line);
