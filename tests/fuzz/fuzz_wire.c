/*
 * SPDX-License-Identifier: MIT
 * Fuzzes the reader of the wire and the code that makes runs of its records. Random bytes never
 * have the right CRC, so a line that begins with '!' gets "BP seq=<n>" before it and its crc after
 * it.
 */
#include <assert.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/data/checksum/crc16_fast.h"
#include "host/data/wire/record_collector.h"

#define LINE_BYTES 2048

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static unsigned n_records;

static void sealed(struct wire_reader *reader, unsigned seq, const char *body, size_t length)
{
    char line[LINE_BYTES + 64];
    int head = snprintf(line, sizeof line, "BP seq=%u ", seq);
    if (length > LINE_BYTES)
        length = LINE_BYTES;
    memcpy(line + head, body, length);
    size_t whole = (size_t)head + length;
    whole += (size_t)sprintf(line + whole, " crc=%04x\n", crc16_fast(line, whole));
    size_t half = whole / 2; /* in two pieces, as a port may deliver it */
    wire_reader_feed(reader, line, half);
    wire_reader_feed(reader, line + half, whole - half);
}

static void count_record(void *context, struct run *run, const struct wire_record *record)
{
    (void)context;
    n_records++;
    assert(record->n_fields <= WIRE_MOST_FIELDS);
    assert(run->n_results <= run->records);
}

static void check(const struct run *run)
{
    for (unsigned i = 0; i < run->n_results; i++) {
        const struct result *result = &run->results[i];
        assert(result->bench && result->event && result->ring && result->state && result->status);
        assert(result->region <= RUN_WHOLE);
        assert(!result_ok(result) || result->values.n);
    }
    run_complete(run);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct collection collection;
    struct wire_reader reader;
    unsigned seq = 0, heard = 0;
    n_records = 0;
    collection_open(&collection, "fuzz");
    collection.changed = count_record;
    if (wire_reader_open(&reader, collection_listener(&collection)))
        abort();
    const char *at = (const char *)data, *end = at + size;
    while (at < end) {
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        const char *next = newline ? newline + 1 : end;
        if (*at == '!')
            sealed(&reader, seq++, at + 1, (size_t)((newline ? newline : end) - at - 1));
        else
            wire_reader_feed(&reader, at, (size_t)(next - at));
        at = next;
    }
    wire_reader_end(&reader);
    assert(reader.n_pending == 0);
    for (unsigned i = 0; i < collection.n_runs; i++) {
        check(collection.runs[i]);
        heard += collection.runs[i]->records;
    }
    assert(heard == n_records);
    wire_reader_close(&reader);
    collection_close(&collection);
    return 0;
}
