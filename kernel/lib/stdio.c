/*
 * SPDX-License-Identifier: MIT
 * The memory stream behind printf. Text is formatted in place, straight into the stream.
 */
#include "kernel/lib/stdio.h"

#include <stdarg.h>
#include <stdint.h>

#include "kernel/lib/format.h"

static char stream[STDIO_SIZE];
static bool lost;
size_t stdio_length; /* below STDIO_SIZE: the terminator stands there */

void stdio_reset(void)
{
    stdio_length = 0;
    lost = false;
    stream[0] = '\0';
}

bool stdio_lost(void)
{
    return lost;
}

const char *stdio_content(size_t *length)
{
    *length = stdio_length;
    return stream;
}

__attribute__((format(__printf__, 1, 0))) static int print(const char *fmt, va_list arguments)
{
    size_t length =
        (size_t)vformat(stream + stdio_length, STDIO_SIZE - stdio_length, fmt, arguments);

    if (length >= STDIO_SIZE - stdio_length) {
        vformat(stream, STDIO_SIZE, fmt, arguments);
        lost |= stdio_length || length >= STDIO_SIZE;
        stdio_length = 0;
    }
    stdio_length += length < STDIO_SIZE ? length : STDIO_SIZE - 1;
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
    if (stdio_length + 1 >= STDIO_SIZE) {
        lost = true;
        stdio_length = 0;
    }
    stream[stdio_length++] = (char)c;
    stream[stdio_length] = '\0';
    return (uint8_t)c;
}

int puts(const char *text)
{
    return printf("%s\n", text);
}
