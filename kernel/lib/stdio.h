/*
 * SPDX-License-Identifier: MIT
 * C11's output functions of <stdio.h> (7.21) for benchmarks: one stream in memory, with the
 * formatting and copying costs of a real stream, but without a device.
 */
#pragma once

#include <stdarg.h>
#include <stddef.h>

/*
 * The contents of stdout are in the report. Like a libc that flushes its full buffer and continues
 * at the start, the stream starts over: text that does not fit after the present text replaces it.
 * A text longer than STDIO_SIZE - 1 is truncated to that length. setvbuf() changes the size.
 */
#define STDIO_SIZE 1024

#define EOF    (-1)
#define BUFSIZ STDIO_SIZE

enum { _IOFBF, _IOLBF, _IONBF };

typedef struct stdio_stream {
    char unused;
} FILE;

extern FILE stdio_output;
#define stdout (&stdio_output)

__attribute__((format(__printf__, 1, 2))) int printf(const char *fmt, ...);
__attribute__((format(__printf__, 2, 3))) int sprintf(char *to, const char *fmt, ...);
__attribute__((format(__printf__, 3, 4))) int snprintf(char *to, size_t size, const char *fmt, ...);
__attribute__((format(__printf__, 1, 0))) int vprintf(const char *fmt, va_list arguments);
__attribute__((format(__printf__, 2, 0))) int vsprintf(char *to, const char *fmt,
                                                       va_list arguments);
__attribute__((format(__printf__, 3, 0))) int vsnprintf(char *to, size_t size, const char *fmt,
                                                        va_list arguments);

int putchar(int c);         /* returns c as an unsigned char */
int puts(const char *text); /* adds a newline; returns the length written */
int fputs(const char *text, FILE *stream);
size_t fwrite(const void *from, size_t bytes, size_t count, FILE *stream);

/* stdout uses `size` bytes at `buffer` until stdio_reset(); its previous text is lost. */
int setvbuf(FILE *stream, char *buffer, int mode, size_t size);

/* Reports whether the stream has started over since stdio_reset(), so that earlier text is lost. */
_Bool stdio_lost(void);

/* Empties the stream, so that every repetition does the same work at the same addresses. */
void stdio_reset(void);

/* The length of stdout so far. */
extern size_t stdio_length;

/* Returns the text since the stream last started over, terminated; stores its length in *length. */
const char *stdio_content(size_t *length);
