/*
 * SPDX-License-Identifier: MIT
 * Declares what the parts of the reader share: bytes to lines (wire_reader.c), lines to records
 * (record_lines.c), records to runs (record_sequence.c).
 */
#pragma once

#include "host/data/wire/wire_reader.h"
#include "host/data/wire/wrapped_record.h"

#define RECORD_MARK        "BP seq="
#define RECORD_MARK_LENGTH (sizeof RECORD_MARK - 1)

struct checksums {
    uint16_t crc, line_crc; /* computed; in the line */
};

struct wire_buffers {
    char pending[WIRE_MOST_BYTES]; /* an incomplete line */
    char clean[WIRE_MOST_BYTES];   /* a line without control characters */
    struct wrapped_record wrapped;
};

/* Counts a trouble of the current line and reports it to the listener. */
__attribute__((format(printf, 4, 5))) void wire_reader_report(struct wire_reader *reader,
                                                              enum wire_trouble trouble,
                                                              unsigned count, const char *format,
                                                              ...);

/* Delivers a checked record; reports records that are lost, late or repeated. */
void wire_reader_accept(struct wire_reader *reader, struct wire_record *record);

/* Reads a line without its end. A record that it only begins is held until the next line. */
void wire_reader_parse_line(struct wire_reader *reader, const char *line, size_t length);

/* Reports a held record as damaged. */
void wire_reader_end_wrapped(struct wire_reader *reader);

/* Removes a byte-order mark and control characters: *line may then be reader->buffers->clean.
 * Returns the new length. */
size_t wire_reader_clean_line(struct wire_reader *reader, const char **line, size_t length);

/* Parses a record that begins at its mark. Text after its checksum is skipped. Returns 0 or an
 * error. */
int wire_reader_parse_record(struct wire_reader *reader, const char *at, size_t length,
                             struct wire_record *record, struct checksums *checksums);

/* Returns the first mark of a record, or NULL. */
const char *record_mark_find(const char *from, size_t length);

/* Returns whether a line that is not a record was probably sent as one. Lines of boot loaders were
 * not. */
bool record_meant(const char *line, size_t length);
