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
 * Calls `parse_row` with the fields of each row, exactly `columns` of them, until it returns
 * nonzero. The first line that is neither empty nor a comment must be `header`. Returns 0, or -1
 * after a message with file and line.
 */
struct silicon_text {
    const char *file, *header;
    unsigned columns;
    int (*parse_row)(void *self, const char *file, unsigned line, char **fields);
    void *self;
};

int silicon_text_read(const struct silicon_text *lines, const char *text, size_t length);
