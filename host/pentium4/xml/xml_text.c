/*
 * SPDX-License-Identifier: MIT
 * Reads the text of an XML file and corrects comments that end in "->". Without the correction such
 * a comment would extend to the end of the next one and hide the elements between them.
 */
#include "host/pentium4/xml/xml_text.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <libxml/xmlstring.h>

#include "host/base/allocation.h"
#include "host/base/message.h"

#define MOST_BYTES (16u << 20)

char *xml_text_read(const char *path, size_t *length)
{
    FILE *from = strcmp(path, "-") ? fopen(path, "rb") : stdin;
    char *text = NULL;
    size_t room = 0;
    *length = 0;
    if (!from) {
        message_print("%s: cannot read: %s", path, strerror(errno));
        return NULL;
    }
    do {
        room = room ? 2 * room : 1 << 14;
        text = allocation_resize(text, room + 1);
        *length += fread(text + *length, 1, room - *length, from);
    } while (*length == room && room < MOST_BYTES);
    int failed = ferror(from) ? errno : *length == room ? EFBIG : 0;
    if (from != stdin)
        fclose(from);
    text[*length] = 0;
    if (!failed)
        return text;
    message_print("%s: cannot read: %s", path, strerror(failed));
    free(text);
    return NULL;
}

static long xml_text_line_at(const char *text, const char *at)
{
    long line = 1;
    for (; text < at; text++)
        line += *text == '\n';
    return line;
}

/* Finds the "->" that should end a comment, because another comment begins after it; or NULL. */
static const char *xml_text_short_end(const char *begin, const char *end)
{
    const char *next = memmem(begin, (size_t)(end - begin), "<!--", 4);
    return next ? memmem(begin, (size_t)(next - begin), "->", 2) : NULL;
}

char *xml_text_correct(struct xml_errors *errors, const char *text, size_t *length)
{
    char *corrected;
    size_t size;
    FILE *to = open_memstream(&corrected, &size);
    if (!to)
        die(EXIT_TARGET, "out of memory");
    const char *from = text, *stop = text + *length;
    for (const char *begin; (begin = memmem(from, (size_t)(stop - from), "<!--", 4));) {
        const char *inside = begin + 4;
        const char *end = memmem(inside, (size_t)(stop - inside), "-->", 3);
        const char *meant = end ? xml_text_short_end(inside, end) : NULL;
        if (meant)
            xml_error_correct(errors, xml_text_line_at(text, meant),
                              "the comment of line %ld ends in \"->\": corrected to \"-->\"",
                              xml_text_line_at(text, begin));
        const char *cut = meant ? meant : end ? end : stop;
        fwrite(from, 1, (size_t)(cut - from), to);
        fputs(meant ? "-" : "", to);
        from = cut + (meant ? 0 : end ? 3 : 0);
        if (!meant && end)
            fputs("-->", to);
    }
    fwrite(from, 1, (size_t)(stop - from), to);
    if (fclose(to))
        die(EXIT_TARGET, "out of memory");
    *length = size;
    return corrected;
}

const char *xml_text_encoding(const char *text, size_t length)
{
    const char *head = memmem(text, length, "?>", 2);
    bool named = head && memmem(text, (size_t)(head - text), "encoding", 8);
    return named || xmlCheckUTF8((const xmlChar *)text) ? NULL : "ISO-8859-1";
}
