/*
 * SPDX-License-Identifier: MIT
 * Normalizes text files that editors of other systems wrote.
 */
#pragma once

#include <stddef.h>

/*
 * Converts a text in place: UTF-16, of either byte order and with or without a mark, becomes ASCII
 * (other characters `?`), a byte-order mark is removed, and lines that end in CR, CR LF or CR CR LF
 * end in LF. Returns the new length.
 */
size_t plain_text(char *text, size_t length);
