/*
 * SPDX-License-Identifier: MIT
 * The memory stream behind printf. Text is formatted in place, straight into the stream.
 */
#include "kernel/lib/stdio.h"

#include <stdint.h>

#include "kernel/lib/errno.h"
#include "kernel/lib/format.h"
#include "kernel/lib/stdlib.h"
#include "kernel/lib/string.h"

FILE stdio_streams[3] = {{.pushed_back = EOF}};

static char usual[STDIO_SIZE];
static char *content = usual;
static size_t size = STDIO_SIZE;
static bool lost;
size_t stdio_length; /* below size: the terminator stands there */

static void empty(char *buffer, size_t bytes)
{
    content = buffer;
    size = bytes;
    stdio_length = 0;
    lost = false;
    content[0] = '\0';
}

void stdio_reset(void)
{
    empty(usual, sizeof usual);
    rewind(stdin);
    exit_reset();
}

int setvbuf(FILE *stream, char *buffer, int mode, size_t bytes)
{
    (void)mode;
    if (stream == stdout && buffer != NULL && bytes > 0)
        empty(buffer, bytes);
    return 0;
}

bool stdio_lost(void)
{
    return lost;
}

const char *stdio_content(size_t *length)
{
    *length = stdio_length;
    return content;
}

int vprintf(const char *fmt, va_list arguments)
{
    size_t length = (size_t)vformat(content + stdio_length, size - stdio_length, fmt, arguments);

    if (length >= size - stdio_length) {
        vformat(content, size, fmt, arguments);
        lost |= stdio_length || length >= size;
        stdio_length = 0;
    }
    stdio_length += length < size ? length : size - 1;
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
    if (stdio_length + 1 >= size) {
        lost = true;
        stdio_length = 0;
    }
    content[stdio_length++] = (char)c;
    content[stdio_length] = '\0';
    return (uint8_t)c;
}

int puts(const char *text)
{
    return printf("%s\n", text);
}

/* Text of any bytes, as vprintf() puts its own. */
static void write(const char *text, size_t length)
{
    if (length >= size - stdio_length) {
        lost |= stdio_length || length >= size;
        stdio_length = 0;
        if (length >= size)
            length = size - 1;
    }
    memcpy(content + stdio_length, text, length);
    stdio_length += length;
    content[stdio_length] = '\0';
}

static bool can_write(FILE *stream)
{
    if (stream == stdout || stream == stderr)
        return true;
    stream->failed = true;
    errno = EBADF;
    return false;
}

int vfprintf(FILE *stream, const char *fmt, va_list arguments)
{
    return can_write(stream) ? vprintf(fmt, arguments) : EOF;
}

int fprintf(FILE *stream, const char *fmt, ...)
{
    va_list arguments;
    int length;

    va_start(arguments, fmt);
    length = vfprintf(stream, fmt, arguments);
    va_end(arguments);
    return length;
}

int fputc(int c, FILE *stream)
{
    return can_write(stream) ? putchar(c) : EOF;
}

int putc(int c, FILE *stream)
{
    return fputc(c, stream);
}

int fputs(const char *text, FILE *stream)
{
    if (!can_write(stream))
        return EOF;
    write(text, strlen(text));
    return 1;
}

size_t fwrite(const void *from, size_t bytes, size_t count, FILE *stream)
{
    if (!can_write(stream))
        return 0;
    write(from, bytes * count);
    return bytes > 0 ? count : 0;
}

void perror(const char *who)
{
    const char *words = strerror(errno);

    if (who != NULL && *who != '\0')
        printf("%s: %s\n", who, words);
    else
        puts(words);
}

int fflush(FILE *stream)
{
    (void)stream;
    return 0;
}
