/*
 * SPDX-License-Identifier: MIT
 * Finds paths by the characters around them, record by record.
 */
#include "host/data/contribution/path_removal.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/allocation.h"
#include "host/data/checksum/crc16_fast.h"
#include "host/data/wire/record_lines.h"

#define CRC_KEY    " crc="
#define CRC_DIGITS 4
#define WRITTEN    " ev=written "

static void path_removal_copy(char **text, size_t *length, const char *bytes, size_t count)
{
    *text = allocation_resize(*text, *length + count + 1);
    memcpy(*text + *length, bytes, count);
    *length += count;
    (*text)[*length] = 0;
}

/* Returns whether a path may begin after this character. */
static bool path_removal_begins_after(char c)
{
    return c && strchr(" \t\"'=,(:;[", c);
}

static bool path_removal_ends_at(char c)
{
    return !c || strchr(" \t\"',;)]:\r\n", c);
}

/* Returns the length of the first directory with its separator, "/", "~ann/", "../" or "C:\"; 0 if
 * none begins here. */
static size_t path_removal_first_directory(const char *at, size_t room)
{
    if (room > 3 && isalpha((unsigned char)at[0]) && at[1] == ':' &&
        (at[2] == '\\' || (at[2] == '/' && at[3] != '/')))
        return 3;
    if (room > 1 && at[0] == '/')
        return at[1] != '/';
    size_t length = 0;
    if (room > 0 && at[0] == '~')
        for (length = 1; length < room && isalnum((unsigned char)at[length]);)
            length++;
    else
        while (length < 2 && length < room && at[length] == '.')
            length++;
    return length && length < room && at[length] == '/' ? length + 1 : 0;
}

/* Returns the length of the path's directories at `at`, 0 if there is no path with a directory. */
static size_t path_removal_directories(const char *at, size_t room, size_t *whole)
{
    const size_t first = path_removal_first_directory(at, room);
    const bool drive = first && at[1] == ':';
    size_t last = first == 1 ? 0 : first; /* in "/name" there is no directory but the root */
    size_t end = first;
    if (!first)
        return 0;
    for (; end < room && !path_removal_ends_at(at[end]); end++)
        if (at[end] == '/' || (drive && at[end] == '\\'))
            last = end + 1;
    *whole = end;
    return last;
}

static unsigned path_removal_append_text(char **text, size_t *length, const char *line,
                                         size_t count)
{
    unsigned removed = 0;
    size_t copied = 0; /* bytes of the line */
    for (size_t at = 0, whole; at < count; at++) {
        size_t directories = 0;
        if (at == 0 || path_removal_begins_after(line[at - 1]))
            directories = path_removal_directories(line + at, count - at, &whole);
        if (!directories)
            continue;
        path_removal_copy(text, length, line + copied, at - copied);
        if (directories == whole) /* the path ends with a directory */
            path_removal_copy(text, length, ".", 1);
        else
            path_removal_copy(text, length, line + at + directories, whole - directories);
        removed++;
        at += whole - 1;
        copied = at + 1;
    }
    path_removal_copy(text, length, line + copied, count - copied);
    return removed;
}

/* Returns the first " crc=" with the right checksum of the text before it; NULL without one. */
static const char *path_removal_crc(const char *record, size_t length)
{
    const char *end = record + length, *crc = record;
    while ((crc = memmem(crc, (size_t)(end - crc), CRC_KEY, strlen(CRC_KEY)))) {
        char digits[CRC_DIGITS + 1] = "", *rest;
        if (crc + strlen(CRC_KEY) + CRC_DIGITS > end)
            return NULL;
        memcpy(digits, crc + strlen(CRC_KEY), CRC_DIGITS);
        if (strtoul(digits, &rest, 16) == crc16_fast(record, (size_t)(crc - record)) && !*rest)
            return crc;
        crc += strlen(CRC_KEY);
    }
    return NULL;
}

/* Appends the text from one record's mark to the next. */
static unsigned path_removal_append_record(char **text, size_t *length, const char *record,
                                           size_t count)
{
    const char *crc = path_removal_crc(record, count);
    if (memmem(record, count, WRITTEN, strlen(WRITTEN))) {
        path_removal_copy(text, length, record, count);
        return 0;
    }
    if (!crc)
        return path_removal_append_text(text, length, record, count);
    const size_t start = *length, covered = (size_t)(crc - record);
    const unsigned removed = path_removal_append_text(text, length, record, covered);
    char key[sizeof CRC_KEY + CRC_DIGITS];
    snprintf(key, sizeof key, CRC_KEY "%04x", crc16_fast(*text + start, *length - start));
    path_removal_copy(text, length, removed ? key : crc, strlen(key));
    const char *rest = crc + strlen(key);
    return removed + path_removal_append_text(text, length, rest, (size_t)(record + count - rest));
}

unsigned path_removal_append(char **text, size_t *length, const char *line, size_t line_length)
{
    const char *end = line + line_length, *record = record_mark_find(line, line_length);
    unsigned removed =
        path_removal_append_text(text, length, line, (size_t)((record ? record : end) - line));
    while (record) {
        const char *after = record + RECORD_MARK_LENGTH;
        const char *next = record_mark_find(after, (size_t)(end - after));
        removed += path_removal_append_record(text, length, record,
                                              (size_t)((next ? next : end) - record));
        record = next;
    }
    return removed;
}
