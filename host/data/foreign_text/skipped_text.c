/*
 * SPDX-License-Identifier: MIT
 * Describes the bytes of an input that are not records.
 */
#include "host/data/foreign_text/skipped_text.h"

#include <stdio.h>
#include <string.h>

void skipped_text_add_prefix(struct skipped_text *skipped, const char *text, size_t length)
{
    if (skipped->prefixes++)
        return;
    size_t copied = length < sizeof skipped->prefix ? length : sizeof skipped->prefix - 1;
    for (size_t i = 0; i < copied; i++)
        skipped->prefix[i] = text[i] >= ' ' && text[i] < 0x7F ? text[i] : '?';
    skipped->prefix[copied] = '\0';
}

/* Adds "N thing" or "N things", after a comma if it is not the first. */
static void skipped_text_count(FILE *out, unsigned *n, unsigned long long count, const char *one,
                               const char *many)
{
    if (count)
        fprintf(out, "%s%llu %s", (*n)++ ? ", " : "skipped: ", count, count == 1 ? one : many);
}

const char *skipped_text_summary(const struct skipped_text *skipped, unsigned damaged)
{
    static char text[512];
    char what[128];
    unsigned n = 0;
    FILE *out = fmemopen(text, sizeof text, "w");
    if (!out)
        return NULL;
    skipped_text_count(out, &n, damaged, "damaged line", "damaged lines");
    skipped_text_count(out, &n, skipped->other_lines, "line without a record",
                       "lines without a record");
    snprintf(what, sizeof what, "prefixes of lines (the first is '%s')", skipped->prefix);
    skipped_text_count(out, &n, skipped->prefixes, "prefix of a line", what);
    skipped_text_count(out, &n, skipped->tails, "text after a checksum", "texts after checksums");
    skipped_text_count(out, &n, skipped->controls, "line's control characters",
                       "lines' control characters");
    skipped_text_count(out, &n, skipped->nuls, "NUL byte", "NUL bytes (UTF-16 has one a letter)");
    skipped_text_count(out, &n, skipped->marks, "byte-order mark", "byte-order marks");
    skipped_text_count(out, &n, skipped->joined, "line break in a record (joined)",
                       "line breaks in records (joined)");
    fclose(out);
    return n ? text : NULL;
}
