/*
 * SPDX-License-Identifier: MIT
 * Parses tables as text: a line of column names, then one line per row, separated by tabs; `#`
 * begins a comment.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

enum { SILICON_MOST_FIELDS = 6 };

/*
 * Calls `take` with the fields of each row, exactly `columns` of them, until it returns nonzero.
 * The first line that is neither empty nor a comment must be `header`. Returns 0, or -1 after a
 * message with file and line.
 */
struct silicon_lines {
    const char *file, *header;
    unsigned columns;
    int (*take)(void *self, const char *file, unsigned line, char **fields);
    void *self;
};

int silicon_lines_read(const struct silicon_lines *lines, const char *text, size_t length);
