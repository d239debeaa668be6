/*
 * SPDX-License-Identifier: MIT
 * Allocates memory, or ends the program with status 3 if none is left.
 */
#include "host/base/allocation.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void *allocation_or_exit(void *memory)
{
    if (memory)
        return memory;
    fputs("bareprobe: out of memory\n", stderr);
    exit(3);
}

void *allocate_zeroed(size_t bytes)
{
    return allocation_or_exit(calloc(1, bytes ? bytes : 1));
}

void *allocation_resize(void *memory, size_t bytes)
{
    return allocation_or_exit(realloc(memory, bytes ? bytes : 1));
}

char *allocate_copy(const char *text)
{
    return allocation_or_exit(strdup(text));
}

char *allocate_text(const char *format, ...)
{
    char *text = NULL;
    va_list arguments;
    va_start(arguments, format);
    int length = vasprintf(&text, format, arguments);
    va_end(arguments);
    return allocation_or_exit(length < 0 ? NULL : text);
}

void allocate_appended(char **text, const char *separator, const char *more)
{
    bool empty = !*text || !**text;
    char *longer = allocate_text("%s%s%s", empty ? "" : *text, empty ? "" : separator, more);
    free(*text);
    *text = longer;
}

void *allocate_element(void *array_address, unsigned *count, size_t element_bytes)
{
    char *array;
    memcpy(&array, array_address, sizeof array);
    if ((*count & (*count - 1)) == 0) {
        array = allocation_resize(array, (*count ? 2 * (size_t)*count : 1) * element_bytes);
        memcpy(array_address, &array, sizeof array);
    }
    return memset(array + (size_t)(*count)++ * element_bytes, 0, element_bytes);
}
