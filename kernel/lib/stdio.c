/*
 * SPDX-License-Identifier: MIT
 * The memory streams of printf(). Text is formatted directly into the stream.
 */
#include "kernel/lib/stdio.h"

#include <stdbool.h>
#include <stdint.h>

#include "kernel/lib/format.h"
#include "kernel/lib/stdlib.h"
#include "kernel/lib/string.h"

FILE stdio_output;

static char usual[STDIO_SIZE];
static char *buffer = usual;
static size_t buffer_size = STDIO_SIZE;
static bool lost;
size_t stdio_length; /* less than buffer_size, which includes the terminator */

static void stdio_empty(char *place, size_t bytes)
{
    buffer = place;
    buffer_size = bytes;
    stdio_length = 0;
    lost = false;
    buffer[0] = '\0';
}

void stdio_reset(void)
{
    stdio_empty(usual, sizeof usual);
    exit_reset();
}

int setvbuf(FILE *stream, char *place, int mode, size_t bytes)
{
    (void)mode;
    if (stream == stdout && place != NULL && bytes > 0)
        stdio_empty(place, bytes);
    return 0;
}

bool stdio_lost(void)
{
    return lost;
}

const char *stdio_content(size_t *length)
{
    *length = stdio_length;
    return buffer;
}

int vprintf(const char *fmt, va_list arguments)
{
    size_t length =
        (size_t)vformat(buffer + stdio_length, buffer_size - stdio_length, fmt, arguments);

    if (length >= buffer_size - stdio_length) {
        vformat(buffer, buffer_size, fmt, arguments);
        lost |= stdio_length || length >= buffer_size;
        stdio_length = 0;
    }
    stdio_length += length < buffer_size ? length : buffer_size - 1;
    return (int)length;
}

int printf(const char *fmt, ...)
{
    va_list arguments;
    int length;

    va_start(arguments, fmt);
    length = vprintf(fmt, arguments);
    va_end(arguments);
    return length;
}

int putchar(int c)
{
    if (stdio_length + 1 >= buffer_size) {
        lost = true;
        stdio_length = 0;
    }
    buffer[stdio_length++] = (char)c;
    buffer[stdio_length] = '\0';
    return (uint8_t)c;
}

int puts(const char *text)
{
    return printf("%s\n", text);
}

/* Writes any bytes, in the way that vprintf() writes its text. */
static void stdio_write(const char *text, size_t length)
{
    if (length >= buffer_size - stdio_length) {
        lost |= stdio_length || length >= buffer_size;
        stdio_length = 0;
        if (length >= buffer_size)
            length = buffer_size - 1;
    }
    memcpy(buffer + stdio_length, text, length);
    stdio_length += length;
    buffer[stdio_length] = '\0';
}

int fputs(const char *text, FILE *stream)
{
    (void)stream;
    stdio_write(text, strlen(text));
    return 1;
}

size_t fwrite(const void *from, size_t bytes, size_t count, FILE *stream)
{
    (void)stream;
    stdio_write(from, bytes * count);
    return bytes > 0 ? count : 0;
}
