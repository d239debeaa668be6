/*
 * SPDX-License-Identifier: MIT
 * Joins the lines of a wrapped record. A copy from a terminal lacks the blanks at the ends of its
 * lines, so these are restored up to the width of the widest line.
 */
#include "host/data/wire/wrapped_record.h"

#include <string.h>

#define MOST_BLANKS_LOST 2

/* The width of the widest line that another line follows. */
static size_t wrapped_record_width(const struct wrapped_record *wrapped)
{
    size_t width = 0;
    for (unsigned i = 0; i + 1 < wrapped->n_pieces || i == 0; i++)
        if (wrapped->lengths[i] > width)
            width = wrapped->lengths[i];
    return width;
}

static bool wrapped_record_append(struct wrapped_record *wrapped, const char *line, size_t length)
{
    if (wrapped->n_pieces == WRAPPED_MOST_PIECES || wrapped->length + length > sizeof wrapped->text)
        return false;
    memcpy(wrapped->text + wrapped->length, line, length);
    wrapped->length += length;
    wrapped->lengths[wrapped->n_pieces++] = length;
    return true;
}

bool wrapped_record_begin(struct wrapped_record *wrapped, const char *line, size_t length,
                          size_t prefix, int error)
{
    wrapped->n_pieces = 0;
    wrapped->length = 0;
    wrapped->prefix = prefix;
    wrapped->error = error;
    return length >= WRAPPED_LEAST_WIDTH && wrapped_record_append(wrapped, line, length);
}

bool wrapped_record_add(struct wrapped_record *wrapped, const char *line, size_t length)
{
    size_t width = wrapped_record_width(wrapped);
    size_t last = wrapped->lengths[wrapped->n_pieces - 1];
    return length <= width + MOST_BLANKS_LOST && last + MOST_BLANKS_LOST >= width &&
           wrapped_record_append(wrapped, line, length);
}

/* Joins the lines, each but the last extended to the width. Returns the length, or 0 if it is too
 * long. */
static size_t wrapped_record_join(struct wrapped_record *wrapped, size_t width)
{
    const char *from = wrapped->text;
    size_t length = 0;
    for (unsigned i = 0; i < wrapped->n_pieces; i++) {
        size_t piece = wrapped->lengths[i];
        bool last = i + 1 == wrapped->n_pieces;
        size_t room = last || piece > width ? piece : width;
        if (length + room > sizeof wrapped->joined)
            return 0;
        memcpy(wrapped->joined + length, from, piece);
        memset(wrapped->joined + length + piece, ' ', room - piece);
        from += piece;
        length += room;
    }
    return length;
}

int wrapped_record_parse(struct wrapped_record *wrapped, struct wire_record *record)
{
    size_t width = wrapped_record_width(wrapped);
    int error = E_WIRE_SHAPE;
    for (unsigned lost = 0; lost < MOST_BLANKS_LOST && error; lost++) {
        size_t length = wrapped_record_join(wrapped, width + lost);
        while (length && wrapped->joined[length - 1] == ' ')
            length--;
        if (length > wrapped->prefix)
            error = wire_line_parse(wrapped->joined + wrapped->prefix, length - wrapped->prefix,
                                    record, NULL, NULL);
    }
    return error;
}
