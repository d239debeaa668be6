/*
 * SPDX-License-Identifier: MIT
 * Bytes as text that a record can contain: with percent signs where most of them are printable,
 * else in base64.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#define WRITTEN_BYTES 360                         /* of a piece, at most: a multiple of 3 */
#define WRITTEN_TEXT  (WRITTEN_BYTES / 3 * 4 + 1) /* room for its text in either form */

/*
 * Writes %XX for each byte that is not printable ASCII and for '"' and '%'. Returns false if `size`
 * is too small for it with its terminator.
 */
bool written_text_percent(const void *bytes, size_t count, char *text, size_t size);

/* Writes base64 (RFC 4648, section 4), with padding. */
void written_text_base64(const void *bytes, size_t count, char text[WRITTEN_TEXT]);
