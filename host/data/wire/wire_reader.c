/*
 * SPDX-License-Identifier: MIT
 * Divides bytes into lines. Every line reaches the listener as a record, a trouble or noise.
 */
#include "host/data/wire/wire_reader.h"

#include <stdlib.h>
#include <string.h>

#include "host/data/wire/record_lines.h"

int wire_reader_open(struct wire_reader *reader, struct wire_listener listener)
{
    *reader =
        (struct wire_reader){.listener = listener, .buffers = malloc(sizeof *reader->buffers)};
    if (!reader->buffers)
        return -1;
    reader->buffers->wrapped.n_pieces = 0;
    reader->pending = reader->buffers->pending;
    return 0;
}

/* Makes room for the rest of a line: drops bytes that cannot belong to a record, up to the next
 * mark. */
static void wire_reader_drop_pending(struct wire_reader *reader)
{
    const char *from = reader->pending + 1;
    const char *next = record_mark_find(from, reader->n_pending - 1);
    /* the rest may be the start of a mark */
    size_t dropped = reader->n_pending - (RECORD_MARK_LENGTH - 1);
    if (next)
        dropped = (size_t)(next - reader->pending);
    if (!memcmp(reader->pending, RECORD_MARK, RECORD_MARK_LENGTH))
        wire_reader_report(reader, WIRE_DAMAGED, 1, "damaged (longer than any record)");
    reader->noise += dropped;
    reader->n_pending -= dropped;
    memmove(reader->pending, reader->pending + dropped, reader->n_pending);
}

/* Stores a part of a line whose rest comes later. */
static void wire_reader_store_pending(struct wire_reader *reader, const char *bytes, size_t count)
{
    while (count) {
        size_t room = WIRE_MOST_BYTES - reader->n_pending;
        size_t copied = count < room ? count : room;
        memcpy(reader->pending + reader->n_pending, bytes, copied);
        reader->n_pending += copied;
        bytes += copied;
        count -= copied;
        if (count)
            wire_reader_drop_pending(reader);
    }
}

static void wire_reader_end_line(struct wire_reader *reader, const char *bytes, size_t count)
{
    if (!reader->n_pending && count <= WIRE_MOST_BYTES) {
        wire_reader_parse_line(reader, bytes, count);
        return;
    }
    wire_reader_store_pending(reader, bytes, count);
    wire_reader_parse_line(reader, reader->pending, reader->n_pending);
    reader->n_pending = 0;
}

/* Lines end in LF, in CR, or in CRs and an LF, which end one line together. */
static void wire_reader_end_at(struct wire_reader *reader, char end, const char *bytes,
                               size_t count)
{
    bool empty = !count && !reader->n_pending;
    if (!empty || (end == '\n' && !reader->ended_by_cr))
        wire_reader_end_line(reader, bytes, count);
    reader->ended_by_cr = end == '\r' && (!empty || reader->ended_by_cr);
}

static void wire_reader_feed_text(struct wire_reader *reader, const char *bytes, size_t count)
{
    const char *end = bytes + count, *newline = bytes - 1;
    while (bytes < end) {
        if (newline && newline < bytes)
            newline = memchr(bytes, '\n', (size_t)(end - bytes));
        const char *stop = memchr(bytes, '\r', (size_t)((newline ? newline : end) - bytes));
        if (!stop)
            stop = newline;
        if (!stop) {
            wire_reader_store_pending(reader, bytes, (size_t)(end - bytes));
            return;
        }
        wire_reader_end_at(reader, *stop, bytes, (size_t)(stop - bytes));
        bytes = stop + 1;
    }
}

/* NULs are dropped: a line has them after a break or a reset, and UTF-16 has one for each letter.
 */
void wire_reader_feed(struct wire_reader *reader, const char *bytes, size_t count)
{
    for (const char *end = bytes + count; bytes < end;) {
        const char *nul = memchr(bytes, '\0', (size_t)(end - bytes));
        const char *stop = nul ? nul : end;
        wire_reader_feed_text(reader, bytes, (size_t)(stop - bytes));
        reader->skipped.nuls += nul != NULL;
        reader->noise += nul != NULL;
        bytes = nul ? nul + 1 : end;
    }
}

/* Returns whether the pending text is a record, or the end of one, or no part of a record. */
static bool wire_reader_pending_is_line(struct wire_reader *reader)
{
    const char *line = reader->pending;
    struct skipped_text skipped = reader->skipped;
    struct wire_record record;
    struct checksums checksums;
    size_t length = wire_reader_clean_line(reader, &line, reader->n_pending);
    const char *at = record_mark_find(line, length);
    bool whole =
        at ? !wire_reader_parse_record(reader, at, (size_t)(line + length - at), &record,
                                       &checksums)
           : reader->buffers->wrapped.n_pieces || !reader->in_run || !record_meant(line, length);
    reader->skipped = skipped;
    return whole;
}

void wire_reader_end(struct wire_reader *reader)
{
    if (reader->n_pending && wire_reader_pending_is_line(reader)) {
        wire_reader_parse_line(reader, reader->pending, reader->n_pending);
    } else if (reader->n_pending) {
        wire_reader_end_wrapped(reader);
        reader->line++;
        wire_reader_report(reader, WIRE_CUT_OFF, 1, "the data ends in the middle of a record");
    }
    wire_reader_end_wrapped(reader);
    reader->n_pending = 0;
    reader->ended_by_cr = false;
}

void wire_reader_close(struct wire_reader *reader)
{
    free(reader->buffers);
    free(reader->received);
    *reader = (struct wire_reader){0};
}
