/*
 * SPDX-License-Identifier: MIT
 * Lines of source files, looked for where they were compiled and from here.
 */
#pragma once

#include <stdbool.h>

struct source_lines;

struct source_lines *source_lines_new(void);
void source_lines_free(struct source_lines *sources);

/* Whether the file is in `folder` (may be NULL), or here. */
bool source_lines_there(struct source_lines *sources, const char *file, const char *folder);

/* Its line from 1, tabs as blanks; NULL where there is none. It lives as long as the sources. */
const char *source_line(struct source_lines *sources, const char *file, const char *folder,
                        unsigned line);
