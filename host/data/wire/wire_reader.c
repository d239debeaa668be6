/*
 * SPDX-License-Identifier: MIT
 * Extracts records from bytes. A record may be lost but is never misread: a line that shape, CRC
 * and seq do not prove intact is reported and ignored.
 */
#include "host/data/wire/wire_reader.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/fnv_hash.h"

/* A larger gap in seq means a damaged line with a correct CRC: 15 minutes at 115200 baud. */
#define FURTHEST_GAP 100000

#define MOST_STAMP 48 /* characters of a time stamp before a line */

static const char mark[] = "BP seq=";
#define MARK_LENGTH (sizeof mark - 1)

const char *wire_trouble_name(enum wire_trouble trouble)
{
    static const char *const names[WIRE_TROUBLES] = {
        "damaged", "lost", "late", "repeated", "merged", "cut off", "without a start",
    };
    return names[trouble];
}

__attribute__((format(printf, 4, 5))) static void wire_reader_report(struct wire_reader *reader,
                                                                     enum wire_trouble trouble,
                                                                     unsigned count,
                                                                     const char *format, ...)
{
    char what[256];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);
    reader->counts[trouble] += count;
    if (reader->listener.trouble)
        reader->listener.trouble(reader->listener.context, trouble, reader->line, count, what);
}

static int wire_reader_make_room(struct wire_reader *reader, uint32_t seq)
{
    if (seq < reader->received_room)
        return 0;
    size_t room = reader->received_room ? reader->received_room : 1024;
    while (room <= seq)
        room *= 2;
    uint64_t *received = realloc(reader->received, room * sizeof *received);
    if (!received)
        return -1;
    memset(received + reader->received_room, 0, (room - reader->received_room) * sizeof *received);
    reader->received = received;
    reader->received_room = room;
    return 0;
}

static void wire_reader_forget(struct wire_reader *reader)
{
    if (reader->received)
        memset(reader->received, 0, reader->received_room * sizeof *reader->received);
    reader->next_seq = 0;
}

static void wire_reader_deliver(struct wire_reader *reader, const struct wire_record *record,
                                bool new_run)
{
    if (wire_reader_make_room(reader, record->seq)) {
        wire_reader_report(reader, WIRE_DAMAGED, 1, "out of memory for the record seq=%u",
                           (unsigned)record->seq);
        return;
    }
    reader->received[record->seq] = record->hash;
    if (record->seq >= reader->next_seq)
        reader->next_seq = record->seq + 1;
    reader->in_run = true;
    if (reader->listener.record)
        reader->listener.record(reader->listener.context, record, reader->line, new_run);
}

static void wire_reader_begin_run(struct wire_reader *reader, const struct wire_record *record)
{
    wire_reader_forget(reader);
    wire_reader_deliver(reader, record, true);
    if (!text_is(record->kind, "start"))
        wire_reader_report(
            reader, WIRE_NO_START, 1,
            "the run begins at seq=%u: the start record, which names the platform, is missing",
            (unsigned)record->seq);
    if (record->seq)
        wire_reader_report(reader, WIRE_LOST, record->seq, "%u record%s lost before it",
                           (unsigned)record->seq, record->seq == 1 ? "" : "s");
}

static void wire_reader_accept(struct wire_reader *reader, struct wire_record *record)
{
    record->hash = fnv_hash_bytes(record->line.start, record->line.length) | 1;
    uint32_t seq = record->seq;
    bool received = reader->in_run && seq < reader->next_seq && reader->received[seq];
    if (received && reader->received[seq] == record->hash) {
        bool restart = seq == 0 && reader->next_seq > 1;
        if (!restart) {
            wire_reader_report(reader, WIRE_REPEATED, 1, "seq=%u received twice", (unsigned)seq);
            return;
        }
    }
    uint32_t due = reader->in_run ? reader->next_seq : 0;
    if (seq > due && seq - due > FURTHEST_GAP) {
        wire_reader_report(reader, WIRE_DAMAGED, 1, "damaged (seq=%u, expected %u)", (unsigned)seq,
                           (unsigned)due);
        return;
    }
    if (!reader->in_run || received || text_is(record->kind, "start")) {
        wire_reader_begin_run(reader, record);
        return;
    }
    if (seq > due)
        wire_reader_report(
            reader, WIRE_LOST, seq - due, "%u record%s lost before it (seq=%u, expected %u)",
            (unsigned)(seq - due), seq - due == 1 ? "" : "s", (unsigned)seq, (unsigned)due);
    if (seq < due)
        wire_reader_report(reader, WIRE_LATE, 1, "seq=%u received late", (unsigned)seq);
    wire_reader_deliver(reader, record, false);
}

static void wire_reader_reject(struct wire_reader *reader, int error, uint16_t crc,
                               uint16_t line_crc)
{
    if (error == E_WIRE_CRC)
        wire_reader_report(reader, WIRE_DAMAGED, 1, "damaged (crc %04x, line says %04x)",
                           (unsigned)crc, (unsigned)line_crc);
    else
        wire_reader_report(reader, WIRE_DAMAGED, 1, "damaged (%s)",
                           error == E_WIRE_KEYS ? "a key occurs twice"
                                                : "not in the form of a record");
}

static const char *find_mark(const char *from, size_t length)
{
    return length < MARK_LENGTH ? NULL : memmem(from, length, mark, MARK_LENGTH);
}

/* Splits a line with a record's mark in its middle, at each mark. */
static void wire_reader_split_line(struct wire_reader *reader, const char *line, size_t length)
{
    const char *at = find_mark(line, length), *end = line + length;
    if (at > line)
        reader->noise += (size_t)(at - line);
    wire_reader_report(reader, WIRE_MERGED, 1,
                       "a record begins in the middle of the line: the line was split");
    while (at) {
        const char *next = find_mark(at + 1, (size_t)(end - at - 1));
        struct wire_record record;
        uint16_t crc = 0, line_crc = 0;
        int error =
            wire_line_parse(at, (size_t)((next ? next : end) - at), &record, &crc, &line_crc);
        if (error)
            wire_reader_reject(reader, error, crc, line_crc);
        else
            wire_reader_accept(reader, &record);
        at = next;
    }
}

/* Returns whether a line that is not a record was probably sent as one. Lines of boot loaders were
 * not. */
static bool meant_as_record(const char *line, size_t length)
{
    return length > 3 && (memmem(line, length, " ev=", 4) || memmem(line, length, " crc=", 5) ||
                          !memcmp(line, "BP ", 3) || memmem(line, length, " seq=", 5));
}

static void wire_reader_skip_noise(struct wire_reader *reader, const char *line, size_t length)
{
    reader->noise += length;
    if (reader->listener.noise)
        reader->listener.noise(reader->listener.context, line, length);
}

static bool is_stamp_character(char c)
{
    return c && strchr("0123456789 .,:+-/[]()", c);
}

/* Returns the length of a time stamp before a record, as tio, ts, grabserial and conserver add it;
 * else 0. It consists of digits and punctuation, and of words of up to four letters, such as months
 * and zones. The start of an earlier record is not accepted. */
static size_t time_stamp_length(const char *line, size_t length)
{
    const char *end = find_mark(line, length);
    unsigned digits = 0, letters = 0;
    if (!end || end == line || end - line > MOST_STAMP || (end[-1] != ' ' && end[-1] != ']'))
        return 0;
    for (const char *c = line; c < end; c++) {
        bool letter = isalpha((unsigned char)*c);
        letters = letter ? letters + 1 : 0;
        digits += isdigit((unsigned char)*c) != 0;
        if (letters > 4 || (!letter && !is_stamp_character(*c)) || (c[0] == 'B' && c[1] == 'P'))
            return 0;
    }
    return digits ? (size_t)(end - line) : 0;
}

static void wire_reader_parse_line(struct wire_reader *reader, const char *line, size_t length)
{
    reader->line++;
    if (length && line[length - 1] == '\r')
        length--;
    if (length == 0)
        return;
    size_t stamp = time_stamp_length(line, length);
    reader->noise += stamp;
    line += stamp;
    length -= stamp;
    struct wire_record record;
    uint16_t crc = 0, line_crc = 0;
    int error = wire_line_parse(line, length, &record, &crc, &line_crc);
    if (!error) {
        wire_reader_accept(reader, &record);
        return;
    }
    const char *first = find_mark(line, length);
    if (first && (first > line || find_mark(first + 1, length - (size_t)(first + 1 - line))))
        wire_reader_split_line(reader, line, length);
    else if (first || (reader->in_run && meant_as_record(line, length)))
        wire_reader_reject(reader, error, crc, line_crc);
    else
        wire_reader_skip_noise(reader, line, length);
}

int wire_reader_open(struct wire_reader *reader, struct wire_listener listener)
{
    *reader = (struct wire_reader){.listener = listener, .pending = malloc(WIRE_MOST_BYTES)};
    return reader->pending ? 0 : -1;
}

/* Makes room for the rest of a line: drops bytes that cannot belong to a record, up to the next
 * mark. */
static void wire_reader_drop_pending(struct wire_reader *reader)
{
    const char *from = reader->pending + 1;
    const char *next = find_mark(from, reader->n_pending - 1);
    /* the rest may be the start of a mark */
    size_t dropped = reader->n_pending - (MARK_LENGTH - 1);
    if (next)
        dropped = (size_t)(next - reader->pending);
    if (!memcmp(reader->pending, mark, MARK_LENGTH))
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

void wire_reader_feed(struct wire_reader *reader, const char *bytes, size_t count)
{
    const char *end = bytes + count;
    while (bytes < end) {
        const char *newline = memchr(bytes, '\n', (size_t)(end - bytes));
        if (!newline) {
            wire_reader_store_pending(reader, bytes, (size_t)(end - bytes));
            return;
        }
        wire_reader_end_line(reader, bytes, (size_t)(newline - bytes));
        bytes = newline + 1;
    }
}

void wire_reader_end(struct wire_reader *reader)
{
    if (!reader->n_pending)
        return;
    struct wire_record record;
    bool record_like = find_mark(reader->pending, reader->n_pending) ||
                       (reader->in_run && meant_as_record(reader->pending, reader->n_pending));
    size_t stamp = time_stamp_length(reader->pending, reader->n_pending);
    bool whole = wire_line_parse(reader->pending + stamp, reader->n_pending - stamp, &record, NULL,
                                 NULL) == 0;
    if (whole || !record_like) {
        wire_reader_parse_line(reader, reader->pending, reader->n_pending);
    } else {
        reader->line++;
        wire_reader_report(reader, WIRE_CUT_OFF, 1, "the data ends in the middle of a record");
    }
    reader->n_pending = 0;
}

void wire_reader_close(struct wire_reader *reader)
{
    free(reader->pending);
    free(reader->received);
    *reader = (struct wire_reader){0};
}
