/*
 * SPDX-License-Identifier: MIT
 * Tables as text: a line of names of columns, then a line a row, tabs between; `#` begins a remark.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

enum { SILICON_MOST_FIELDS = 6 };

/*
 * Calls `take` with each row's fields, of which there are exactly `columns`, until it returns other
 * than 0; the first line with content has to be `header`. 0, or -1 after a message with file and
 * line.
 */
struct silicon_lines {
    const char *file, *header;
    unsigned columns;
    int (*take)(void *self, const char *file, unsigned line, char **fields);
    void *self;
};

int silicon_lines_read(const struct silicon_lines *lines, const char *text, size_t length);
