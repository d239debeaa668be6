/*
 * SPDX-License-Identifier: MIT
 * Allocates memory, or ends the program with status 3 if none is left.
 */
#include "host/base/allocate.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void *or_end(void *memory)
{
    if (memory)
        return memory;
    fputs("bareprobe: out of memory\n", stderr);
    exit(3);
}

void *memory_get(size_t bytes)
{
    return or_end(calloc(1, bytes ? bytes : 1));
}

void *memory_resize(void *memory, size_t bytes)
{
    return or_end(realloc(memory, bytes ? bytes : 1));
}

char *memory_text(const char *text)
{
    return or_end(strdup(text));
}

char *memory_print(const char *format, ...)
{
    char *text = NULL;
    va_list arguments;
    va_start(arguments, format);
    int length = vasprintf(&text, format, arguments);
    va_end(arguments);
    return or_end(length < 0 ? NULL : text);
}

void memory_append(char **text, const char *separator, const char *more)
{
    bool empty = !*text || !**text;
    char *longer = memory_print("%s%s%s", empty ? "" : *text, empty ? "" : separator, more);
    free(*text);
    *text = longer;
}

void *memory_add(void *array_address, unsigned *count, size_t element_bytes)
{
    char *array;
    memcpy(&array, array_address, sizeof array);
    if ((*count & (*count - 1)) == 0) {
        array = memory_resize(array, (*count ? 2 * (size_t)*count : 1) * element_bytes);
        memcpy(array_address, &array, sizeof array);
    }
    return memset(array + (size_t)(*count)++ * element_bytes, 0, element_bytes);
}
