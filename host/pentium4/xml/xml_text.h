/*
 * SPDX-License-Identifier: MIT
 * The text of an XML file before it is parsed: its encoding, and comments without a proper end.
 */
#pragma once

#include <stddef.h>

#include "host/pentium4/xml/xml_errors.h"

/*
 * Reads a file, "-" for standard input, and adds a 0 after its last byte. Returns NULL after a
 * message. The caller frees the text.
 */
char *xml_text_read(const char *path, size_t *length);

/*
 * Returns a copy in which each comment ends where intended, and its length in *length. The caller
 * frees it.
 */
char *xml_text_correct(struct xml_errors *errors, const char *text, size_t *length);

/* Returns "ISO-8859-1" if the text names no encoding and is not UTF-8; otherwise NULL. */
const char *xml_text_encoding(const char *text, size_t length);
