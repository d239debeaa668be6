/*
 * SPDX-License-Identifier: MIT
 * Reads a file into memory, up to the size that a 32-bit guest could hold.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "sim/loader/file_contents.h"

#define FILE_MAX ((size_t)3 << 30)

static uint8_t *file_contents_error(const char *path, const char *why)
{
    fprintf(stderr, "vpentium: %s: %s\n", path, why);
    return NULL;
}

/* Initial buffer size: a regular file's size, plus one byte to detect the end. */
static size_t file_contents_first_size(FILE *file)
{
    struct stat about;

    if (fstat(fileno(file), &about) || !S_ISREG(about.st_mode) || (size_t)about.st_size >= FILE_MAX)
        return 1 << 16;
    return (size_t)about.st_size + 1;
}

/* Reads to the end of the file into a buffer that doubles when full. */
static uint8_t *file_contents_read_all(FILE *file, size_t *size)
{
    size_t capacity = file_contents_first_size(file);
    uint8_t *data = malloc(capacity);

    *size = 0;
    while (data) {
        *size += fread(data + *size, 1, capacity - *size, file);
        if (*size < capacity)
            return data;
        capacity *= 2;
        uint8_t *more = capacity <= FILE_MAX ? realloc(data, capacity) : NULL;
        if (!more)
            free(data);
        data = more;
    }
    return NULL;
}

uint8_t *file_contents_read(const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    uint8_t *data;

    if (!file)
        return file_contents_error(path, strerror(errno));
    data = file_contents_read_all(file, size);
    if (data && ferror(file)) {
        free(data);
        data = file_contents_error(path, strerror(errno));
    } else if (!data) {
        file_contents_error(path, "too large, or out of memory on the host");
    }
    fclose(file);
    return data;
}
