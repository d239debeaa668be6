/*
 * SPDX-License-Identifier: MIT
 * Standard output for benchmarks: a stream in memory, which costs the formatting and the copy of a
 * real one and reaches no device.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/*
 * Where a libc would flush its full buffer and go on at the start, so does the stream: text that
 * does not fit behind what is there replaces it. One longer than STDIO_SIZE - 1 is cut to that.
 */
#define STDIO_SIZE 1024

/* Directives are those of kernel/lib/format.h. Returns the length of the whole text. */
__attribute__((format(__printf__, 1, 2))) int printf(const char *fmt, ...);

int putchar(int c);         /* returns c as an unsigned char */
int puts(const char *text); /* adds a newline; returns the length written */

/* Whether the stream has started over since stdio_reset(), so that earlier text is lost. */
bool stdio_lost(void);

/* Empties the stream: every repetition that starts so does the same work at the same addresses. */
void stdio_reset(void);

/* Its length so far. */
extern size_t stdio_length;

/* The text since the stream last started over, terminated; its length goes to *length. */
const char *stdio_content(size_t *length);
