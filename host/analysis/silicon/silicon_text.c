/*
 * SPDX-License-Identifier: MIT
 * Splits lines into fields. Each error is reported with file and line.
 */
#include "host/analysis/silicon/silicon_text.h"

#include <stdlib.h>
#include <string.h>

#include "host/base/allocation.h"
#include "host/base/message.h"

static int silicon_text_read_line(const struct silicon_text *lines, unsigned number, char *line)
{
    char *fields[SILICON_MOST_FIELDS];
    unsigned n = 0;
    for (char *field = line; field; n++) {
        char *tab = strchr(field, '\t');
        if (n < lines->columns)
            fields[n] = field;
        if (tab)
            *tab++ = '\0';
        field = tab;
    }
    if (n != lines->columns) {
        message_print("%s:%u: found %u columns, expected %u: %s, separated by tabs", lines->file,
                      number, n, lines->columns, lines->header);
        return -1;
    }
    return lines->parse_row(lines->self, lines->file, number, fields);
}

/* The header has blanks in place of the line's tabs. */
static int silicon_text_is_header(const char *line, const char *header)
{
    for (; *line && *header; line++, header++)
        if (*line != *header && !(*line == '\t' && *header == ' '))
            return 0;
    return *line == *header;
}

int silicon_text_read(const struct silicon_text *lines, const char *text, size_t length)
{
    bool begun = false;
    unsigned number = 0;
    int failed = 0;
    if (memchr(text, 0, length)) {
        message_print("%s: contains a zero byte: a table is text", lines->file);
        return -1;
    }
    for (const char *end = text + length; text < end && !failed;) {
        const char *newline = memchr(text, '\n', (size_t)(end - text));
        size_t n = (size_t)((newline ? newline : end) - text);
        char *line = allocate_text("%.*s", (int)n, text);
        number++;
        line[strcspn(line, "\r")] = '\0';
        if (*line == '\0' || *line == '#') {
            ;
        } else if (begun) {
            failed = silicon_text_read_line(lines, number, line);
        } else if (silicon_text_is_header(line, lines->header)) {
            begun = true;
        } else {
            message_print("%s:%u: expected the names of the columns: %s, separated by tabs",
                          lines->file, number, lines->header);
            failed = -1;
        }
        free(line);
        text = newline ? newline + 1 : end;
    }
    if (!failed && !begun) {
        message_print("%s: contains no table", lines->file);
        failed = -1;
    }
    return failed;
}
