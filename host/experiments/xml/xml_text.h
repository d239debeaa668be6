/*
 * SPDX-License-Identifier: MIT
 * The text of an XML file before it is parsed: its letters, and comments that do not end.
 */
#pragma once

#include <stddef.h>

#include "host/experiments/xml/slips.h"

/* A file's bytes with a 0 behind them, "-" for standard input; NULL after a message. To be freed.
 */
char *xml_text_read(const char *path, size_t *length);

/* A copy in which each comment ends where it is meant to; *length is the new one. To be freed. */
char *xml_text_mend(struct slips *slips, const char *text, size_t *length);

/* "ISO-8859-1" where it names no encoding and is no UTF-8; NULL: as it says. */
const char *xml_text_encoding(const char *text, size_t length);
