/*
 * SPDX-License-Identifier: MIT
 * The memory stream behind printf. Text is formatted in place, straight into the stream.
 */
#include "kernel/lib/stdio.h"

#include <stdarg.h>
#include <stdint.h>

#include "kernel/lib/format.h"

static char stream[STDIO_SIZE];
static size_t used; /* below STDIO_SIZE: stream[used] is the terminator */

void stdio_reset(void)
{
    used = 0;
    stream[0] = '\0';
}

const char *stdio_content(size_t *length)
{
    *length = used;
    return stream;
}

__attribute__((format(__printf__, 1, 0))) static int print(const char *fmt, va_list arguments)
{
    size_t length = (size_t)vformat(stream + used, STDIO_SIZE - used, fmt, arguments);

    if (length >= STDIO_SIZE - used) {
        vformat(stream, STDIO_SIZE, fmt, arguments);
        used = 0;
    }
    used += length < STDIO_SIZE ? length : STDIO_SIZE - 1;
    return (int)length;
}

int printf(const char *fmt, ...)
{
    va_list arguments;
    int length;

    va_start(arguments, fmt);
    length = print(fmt, arguments);
    va_end(arguments);
    return length;
}

int putchar(int c)
{
    if (used + 1 >= STDIO_SIZE)
        used = 0;
    stream[used++] = (char)c;
    stream[used] = '\0';
    return (uint8_t)c;
}

int puts(const char *text)
{
    return printf("%s\n", text);
}
