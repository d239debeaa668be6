/*
 * SPDX-License-Identifier: MIT
 * Scans an experiment file: comments, names, and values up to a semicolon or the line's end.
 */
#include "host/machines/programs/parms_values.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>

struct parms_scanner {
    const char *at, *end;
    unsigned line;
};

static bool parms_line_end(char c)
{
    return c == '\n' || c == '\r';
}

/* Returns whether a line ends here, in LF or in CRs without one. */
static bool parms_scanner_ends_line(const struct parms_scanner *scanner)
{
    const char *next = scanner->at + 1;
    return *scanner->at == '\n' ||
           (*scanner->at == '\r' && (next == scanner->end || !parms_line_end(*next)));
}

static void parms_scanner_skip(struct parms_scanner *scanner)
{
    bool comment = false;
    for (; scanner->at < scanner->end; scanner->at++) {
        comment = (comment || *scanner->at == '#') && !parms_line_end(*scanner->at);
        if (!comment && !isspace((unsigned char)*scanner->at))
            return;
        scanner->line += parms_scanner_ends_line(scanner);
    }
}

/* Reads the rest of `name = value;`. Returns whether there is a value on one line. */
static bool parms_scanner_value(struct parms_scanner *scanner, struct parms_value *value)
{
    value->line = scanner->line;
    parms_scanner_skip(scanner);
    if (scanner->at == scanner->end || *scanner->at != '=')
        return false;
    scanner->at++;
    value->start = scanner->at;
    while (scanner->at < scanner->end && *scanner->at != ';' && !parms_line_end(*scanner->at))
        scanner->at++;
    value->length = (size_t)(scanner->at - value->start);
    while (value->length && isspace((unsigned char)*value->start)) {
        value->start++;
        value->length--;
    }
    while (value->length && isspace((unsigned char)value->start[value->length - 1]))
        value->length--;
    return scanner->at < scanner->end && *scanner->at == ';';
}

int parms_values_next(const char *text, size_t length, const char *name, const char **at,
                      unsigned *line, struct parms_value *value)
{
    struct parms_scanner scanner = {*at ? *at : text, text + length, *at ? *line : 1};
    while (parms_scanner_skip(&scanner), scanner.at < scanner.end) {
        const char *word = scanner.at;
        while (scanner.at < scanner.end && !isspace((unsigned char)*scanner.at) &&
               !strchr("=;()#", *scanner.at))
            scanner.at++;
        size_t bytes = (size_t)(scanner.at - word);
        bool found = bytes && parms_scanner_value(&scanner, value);
        if (!bytes)
            scanner.at++; /* a special character */
        if (found && bytes == strlen(name) && !memcmp(word, name, bytes)) {
            *at = scanner.at;
            *line = scanner.line;
            return 0;
        }
    }
    return -1;
}
