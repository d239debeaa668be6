/*
 * SPDX-License-Identifier: MIT
 * Formatted text in memory: C99's snprintf and vsnprintf (7.19.6.5).
 */
#pragma once

#include <stdarg.h>
#include <stddef.h>

/*
 * Conversions d i u o x X c s p f F e E g G %, lengths hh h l ll j z t, flags - 0 + # and blank,
 * width and precision as numbers or *. %a, %n, long double and wide characters are unsupported.
 * Widths and precisions above FORMAT_WIDTH_MAX are limited to it (C99 promises no more). A null
 * string prints as "(null)". An unsupported directive, and everything after it, is copied
 * unchanged.
 *
 * Returns the length of the whole text. If the text and its terminator do not fit in `size` bytes,
 * the start is written. If size is 0, nothing is written, and buffer may be NULL.
 */
#define FORMAT_WIDTH_MAX 4095

__attribute__((format(__printf__, 3, 4))) int format(char *buffer, size_t size, const char *fmt,
                                                     ...);
__attribute__((format(__printf__, 3, 0))) int vformat(char *buffer, size_t size, const char *fmt,
                                                      va_list arguments);
