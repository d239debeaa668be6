/*
 * SPDX-License-Identifier: MIT
 * Formatted text in memory: C99's snprintf and vsnprintf (7.19.6.5).
 */
#pragma once

#include <stdarg.h>
#include <stddef.h>

/*
 * Conversions d i u o x X c s p f F e E g G %, lengths hh h l ll j z t, flags - 0 + # and blank,
 * width and precision as numbers or *. There is no %a, %n, long double nor wide character. Widths
 * and precisions over FORMAT_WIDTH_MAX are taken as that (C99 promises no more). A null
 * string prints as "(null)". A directive that is none of these, and all after it, is copied as it
 * stands.
 *
 * Returns the length of the whole text; of a text that does not fit in `size` bytes with its
 * terminator, the start is written. With size 0 nothing is, and buffer may be NULL.
 */
#define FORMAT_WIDTH_MAX 4095

__attribute__((format(__printf__, 3, 4))) int format(char *buffer, size_t size, const char *fmt,
                                                     ...);
__attribute__((format(__printf__, 3, 0))) int vformat(char *buffer, size_t size, const char *fmt,
                                                      va_list arguments);
