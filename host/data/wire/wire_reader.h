/*
 * SPDX-License-Identifier: MIT
 * Extracts records from a byte stream, and reports everything that arrived damaged, repeated, or
 * not at all. Every byte belongs to a delivered record, to a reported trouble, or to counted noise.
 */
#pragma once

#include "host/data/wire/wire_troubles.h"

/* Returns 0, or -1 without memory. */
int wire_reader_open(struct wire_reader *reader, struct wire_listener listener);

void wire_reader_feed(struct wire_reader *reader, const char *bytes, size_t count);

/* Ends the input. A pending line is reported; counts stay readable. */
void wire_reader_end(struct wire_reader *reader);
void wire_reader_close(struct wire_reader *reader);
