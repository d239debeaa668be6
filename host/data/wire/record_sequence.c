/*
 * SPDX-License-Identifier: MIT
 * Checks the sequence of records: delivers each once, and reports those that are lost, late or
 * repeated.
 */
#include "host/data/wire/record_sequence.h"

#include <stdlib.h>
#include <string.h>

#include "host/base/fnv_hash.h"

/* A larger gap in seq means a damaged line with a correct CRC: 15 minutes at 115200 baud. */
#define FURTHEST_GAP 100000

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

void wire_reader_accept(struct wire_reader *reader, struct wire_record *record)
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
