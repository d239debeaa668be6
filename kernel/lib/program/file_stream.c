/*
 * SPDX-License-Identifier: MIT
 * Writes to streams that may be files. Reading is the same for all streams.
 */
#include <stdint.h>

#include "kernel/lib/format.h"
#include "kernel/lib/program/memory_file.h"
#include "kernel/lib/string.h"

int program_fputc(int c, FILE *stream)
{
    struct file *file = memory_file_of(stream);
    char byte = (char)c;

    if (!file)
        return fputc(c, stream);
    return memory_file_write(file, &byte, 1) ? (uint8_t)c : EOF;
}

int program_putc(int c, FILE *stream)
{
    return program_fputc(c, stream);
}

int program_fputs(const char *text, FILE *stream)
{
    struct file *file = memory_file_of(stream);

    if (!file)
        return fputs(text, stream);
    return memory_file_write(file, text, strlen(text)) ? 1 : EOF;
}

size_t program_fwrite(const void *from, size_t bytes, size_t count, FILE *stream)
{
    struct file *file = memory_file_of(stream);

    if (!file)
        return fwrite(from, bytes, count, stream);
    return bytes > 0 && memory_file_write(file, from, bytes * count) ? count : 0;
}

int program_vfprintf(FILE *stream, const char *fmt, va_list arguments)
{
    struct file *file = memory_file_of(stream);
    va_list again;
    int length;
    char *to, after;

    if (!file)
        return vfprintf(stream, fmt, arguments);
    va_copy(again, arguments);
    length = vformat(NULL, 0, fmt, again);
    va_end(again);
    if (length == 0)
        return file->mode.writes ? 0 : EOF;
    to = memory_file_begin_write(file, (size_t)length);
    if (!to)
        return EOF;
    after = to[length];
    vformat(to, (size_t)length + 1, fmt, arguments);
    to[length] = after; /* restores the byte under the terminator, since the file may continue */
    memory_file_end_write(file, to + length);
    return length;
}

int program_fprintf(FILE *stream, const char *fmt, ...)
{
    va_list arguments;
    int length;

    va_start(arguments, fmt);
    length = program_vfprintf(stream, fmt, arguments);
    va_end(arguments);
    return length;
}

void setbuf(FILE *stream, char *place)
{
    setvbuf(stream, place, place ? _IOFBF : _IONBF, BUFSIZ);
}
