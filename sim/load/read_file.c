/*
 * SPDX-License-Identifier: MIT
 * Reads a file into memory, up to the size that a 32-bit guest could hold.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "sim/load/read_file.h"

#define FILE_MAX ((size_t)3 << 30)

static uint8_t *fail(const char *path, const char *why)
{
    fprintf(stderr, "vpentium: %s: %s\n", path, why);
    return NULL;
}

/* Initial buffer size: a regular file's size, plus one byte to detect the end. */
static size_t first_room(FILE *file)
{
    struct stat about;

    if (fstat(fileno(file), &about) || !S_ISREG(about.st_mode) || (size_t)about.st_size >= FILE_MAX)
        return 1 << 16;
    return (size_t)about.st_size + 1;
}

/* Reads to the end of the file into a buffer that doubles when full. */
static uint8_t *read_all(FILE *file, size_t *size)
{
    size_t room = first_room(file);
    uint8_t *data = malloc(room);

    *size = 0;
    while (data) {
        *size += fread(data + *size, 1, room - *size, file);
        if (*size < room)
            return data;
        room *= 2;
        uint8_t *more = room <= FILE_MAX ? realloc(data, room) : NULL;
        if (!more)
            free(data);
        data = more;
    }
    return NULL;
}

uint8_t *file_read(const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    uint8_t *data;

    if (!file)
        return fail(path, strerror(errno));
    data = read_all(file, size);
    if (data && ferror(file)) {
        free(data);
        data = fail(path, strerror(errno));
    } else if (!data) {
        fail(path, "too large, or out of memory on the host");
    }
    fclose(file);
    return data;
}
