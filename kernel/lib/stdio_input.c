/*
 * SPDX-License-Identifier: MIT
 * Reads from streams.
 */
#include <stdbool.h>
#include <stdint.h>

#include "kernel/lib/stdio.h"
#include "kernel/lib/string.h"

void rewind(FILE *stream)
{
    stream->next = stream->start;
    stream->pushed_back = EOF;
    stream->at_end = stream->failed = false;
}

void stdin_set_text(const char *text, size_t length)
{
    stdin->start = text;
    stdin->end = text + length;
    rewind(stdin);
}

int fgetc(FILE *stream)
{
    int c = stream->pushed_back;

    if (c != EOF) {
        stream->pushed_back = EOF;
        return c;
    }
    if (stream->next < stream->end)
        return (uint8_t)*stream->next++;
    stream->at_end = true;
    return EOF;
}

int getc(FILE *stream)
{
    return fgetc(stream);
}

int getchar(void)
{
    return fgetc(stdin);
}

int ungetc(int c, FILE *stream)
{
    if (c == EOF || stream->pushed_back != EOF)
        return EOF;
    stream->pushed_back = (uint8_t)c;
    stream->at_end = false;
    return (uint8_t)c;
}

char *fgets(char *to, int size, FILE *stream)
{
    int length = 0, c = 0;

    while (length < size - 1 && c != '\n' && (c = fgetc(stream)) != EOF)
        to[length++] = (char)c;
    if (size < 1 || (length == 0 && c == EOF))
        return NULL;
    to[length] = '\0';
    return to;
}

size_t fread(void *to, size_t bytes, size_t count, FILE *stream)
{
    uint8_t *next = to;
    size_t all = bytes * count, got = 0;

    if (all > 0 && stream->pushed_back != EOF) {
        *next++ = (uint8_t)fgetc(stream);
        got = 1;
    }
    if (all - got > (size_t)(stream->end - stream->next)) {
        all = got + (size_t)(stream->end - stream->next);
        stream->at_end = true;
    }
    memcpy(next, stream->next, all - got);
    stream->next += all - got;
    return bytes > 0 ? all / bytes : 0;
}

int feof(FILE *stream)
{
    return stream->at_end;
}

int ferror(FILE *stream)
{
    return stream->failed;
}

void clearerr(FILE *stream)
{
    stream->at_end = stream->failed = false;
}

/* Makes all further reads fail. */
int fclose(FILE *stream)
{
    stream->next = stream->end;
    return 0;
}
