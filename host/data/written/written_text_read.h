/*
 * SPDX-License-Identifier: MIT
 * Decodes bytes in records: with percent signs, or in base64 (docs/records.md).
 */
#pragma once

/* Returns the number of bytes in one of the two forms, the other being NULL; -1 if it is malformed.
 */
long written_text_length(const char *text, const char *base64);

/* Writes the bytes of a well-formed text. */
void written_text_decode(const char *text, const char *base64, char *bytes);
