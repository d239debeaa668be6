/*
 * SPDX-License-Identifier: MIT
 * Finds the records of a line, between the text that loggers, terminals and boot loaders add. A
 * record may be lost but is never misread: its form and its CRC prove it.
 */
#include "host/data/wire/record_lines.h"

#include <ctype.h>
#include <string.h>

#include "host/data/foreign_text/line_text.h"
#include "host/data/wire/record_sequence.h"

#define CHECKSUM_BYTES 9 /* " crc=" and four digits */

/* checksums: NULL if they were not compared. */
static void wire_reader_reject(struct wire_reader *reader, int error,
                               const struct checksums *checksums)
{
    if (error == E_WIRE_CRC && checksums)
        wire_reader_report(reader, WIRE_DAMAGED, 1, "damaged (crc %04x, line says %04x)",
                           (unsigned)checksums->crc, (unsigned)checksums->line_crc);
    else
        wire_reader_report(reader, WIRE_DAMAGED, 1, "damaged (%s)",
                           error == E_WIRE_KEYS ? "a key occurs twice"
                                                : "not in the form of a record");
}

const char *record_mark_find(const char *from, size_t length)
{
    return length < RECORD_MARK_LENGTH ? NULL
                                       : memmem(from, length, RECORD_MARK, RECORD_MARK_LENGTH);
}

/* Returns the length of a record up to its last checksum, after which other text may follow; 0
 * without one. */
static size_t record_checked_length(const char *at, size_t length)
{
    for (size_t end = length; end > RECORD_MARK_LENGTH + CHECKSUM_BYTES; end--) {
        const char *tail = at + end - CHECKSUM_BYTES;
        if (memcmp(tail, " crc=", 5) || (end < length && isalnum((unsigned char)at[end])))
            continue;
        if (isxdigit(tail[5]) && isxdigit(tail[6]) && isxdigit(tail[7]) && isxdigit(tail[8]))
            return end;
    }
    return 0;
}

static bool is_blank(const char *text, size_t length)
{
    while (length && *text == ' ') {
        text++;
        length--;
    }
    return !length;
}

int wire_reader_parse_record(struct wire_reader *reader, const char *at, size_t length,
                             struct wire_record *record, struct checksums *checksums)
{
    int error = wire_line_parse(at, length, record, &checksums->crc, &checksums->line_crc);
    size_t end = error ? record_checked_length(at, length) : 0;
    if (!end || end == length)
        return error;
    error = wire_line_parse(at, end, record, &checksums->crc, &checksums->line_crc);
    reader->skipped.tails += !error && !is_blank(at + end, length - end);
    reader->noise += error ? 0 : length - end;
    return error;
}

bool record_meant(const char *line, size_t length)
{
    return length > 3 && (memmem(line, length, " ev=", 4) || memmem(line, length, " crc=", 5) ||
                          !memcmp(line, "BP ", 3) || memmem(line, length, " seq=", 5));
}

/* Accepts or rejects each record of a line that has several, or the rest of an earlier one. */
static void wire_reader_split_line(struct wire_reader *reader, const char *at, const char *end)
{
    wire_reader_report(reader, WIRE_MERGED, 1,
                       "a record begins in the middle of the line: the line was split");
    while (at) {
        const char *next = record_mark_find(at + 1, (size_t)(end - at - 1));
        struct wire_record record;
        struct checksums checksums = {0};
        int error = wire_reader_parse_record(reader, at, (size_t)((next ? next : end) - at),
                                             &record, &checksums);
        if (error)
            wire_reader_reject(reader, error, &checksums);
        else
            wire_reader_accept(reader, &record);
        at = next;
    }
}

/* Reads a line with the mark of a record. If the record is not complete, the next lines may have
 * its rest. */
static void wire_reader_parse_marked(struct wire_reader *reader, const char *line, size_t length,
                                     const char *at)
{
    const char *end = line + length;
    size_t prefix = (size_t)(at - line);
    reader->noise += prefix;
    if ((prefix && !line_text_is_prefix(line, prefix)) ||
        record_mark_find(at + 1, (size_t)(end - at - 1))) {
        wire_reader_split_line(reader, at, end);
        return;
    }
    struct wire_record record;
    struct checksums checksums = {0};
    int error = wire_reader_parse_record(reader, at, length - prefix, &record, &checksums);
    if (error && !record_checked_length(at, length - prefix) &&
        wrapped_record_begin(&reader->buffers->wrapped, line, length, prefix, error)) {
        reader->wrapped_line = reader->line;
        return;
    }
    if (prefix)
        skipped_text_add_prefix(&reader->skipped, line, prefix);
    if (error)
        wire_reader_reject(reader, error, &checksums);
    else
        wire_reader_accept(reader, &record);
}

/* Reads a line without the mark of a record. */
static void wire_reader_skip_line(struct wire_reader *reader, const char *line, size_t length)
{
    if (reader->in_run && record_meant(line, length)) {
        wire_reader_reject(reader, E_WIRE_SHAPE, NULL);
        return;
    }
    reader->noise += length;
    reader->skipped.other_lines++;
    if (reader->listener.noise)
        reader->listener.noise(reader->listener.context, line, length);
}

/* Rejects the first line of a record whose rest did not follow; the other lines are read again. */
void wire_reader_end_wrapped(struct wire_reader *reader)
{
    struct wrapped_record *wrapped = &reader->buffers->wrapped;
    unsigned n = wrapped->n_pieces;
    unsigned long line = reader->line;
    const char *at = wrapped->text;
    wrapped->n_pieces = 0;
    for (unsigned i = 0; i < n; at += wrapped->lengths[i++]) {
        reader->line = reader->wrapped_line + i;
        if (i)
            wire_reader_skip_line(reader, at, wrapped->lengths[i]);
        else
            wire_reader_reject(reader, wrapped->error, NULL);
    }
    reader->line = line;
}

/* Adds a line to the record that the preceding lines began; returns whether it belongs to it. */
static bool wire_reader_join_line(struct wire_reader *reader, const char *line, size_t length)
{
    struct wrapped_record *wrapped = &reader->buffers->wrapped;
    struct wire_record record;
    if (!wrapped->n_pieces)
        return false;
    if (record_mark_find(line, length) || !wrapped_record_add(wrapped, line, length)) {
        wire_reader_end_wrapped(reader);
        return false;
    }
    if (wrapped_record_parse(wrapped, &record))
        return true;
    reader->skipped.joined += wrapped->n_pieces - 1;
    if (wrapped->prefix)
        skipped_text_add_prefix(&reader->skipped, wrapped->text, wrapped->prefix);
    wrapped->n_pieces = 0;
    wire_reader_accept(reader, &record);
    return true;
}

/* Removes what is no text from a line that is not a record by itself. */
size_t wire_reader_clean_line(struct wire_reader *reader, const char **line, size_t length)
{
    size_t mark_length = line_text_mark_length(*line, length);
    reader->skipped.marks += mark_length > 0;
    *line += mark_length;
    length -= mark_length;
    if (!line_text_has_controls(*line, length))
        return length;
    size_t clean = line_text_clean(reader->buffers->clean, *line, length);
    *line = reader->buffers->clean;
    reader->skipped.controls += record_mark_find(*line, clean) != NULL;
    return clean;
}

void wire_reader_parse_line(struct wire_reader *reader, const char *line, size_t length)
{
    struct wire_record record;
    const struct wrapped_record *wrapped = &reader->buffers->wrapped;
    reader->line++;
    if (!wrapped->n_pieces && !wire_line_parse(line, length, &record, NULL, NULL)) {
        wire_reader_accept(reader, &record);
        return;
    }
    size_t clean = wire_reader_clean_line(reader, &line, length);
    reader->noise += length - clean;
    if (wire_reader_join_line(reader, line, clean) || !clean)
        return;
    const char *first = record_mark_find(line, clean);
    if (first)
        wire_reader_parse_marked(reader, line, clean, first);
    else
        wire_reader_skip_line(reader, line, clean);
}
