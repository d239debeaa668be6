/*
 * SPDX-License-Identifier: MIT
 * Finds the records of a line.
 */
#pragma once

#include "host/data/wire/wire_troubles.h"

#define RECORD_MARK        "BP seq="
#define RECORD_MARK_LENGTH (sizeof RECORD_MARK - 1)

struct checksums {
    uint16_t crc, line_crc; /* computed; in the line */
};

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
