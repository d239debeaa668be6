/*
 * SPDX-License-Identifier: MIT
 * Removes from a line what is no part of its text. The forms of escape sequences are those of
 * ECMA-48, sections 5.3, 5.4 and 5.6.
 */
#include "host/data/foreign_text/line_text.h"

#include <ctype.h>
#include <string.h>

#define ESCAPE 0x1b
#define BELL   0x07
#define DELETE 0x7f

size_t line_text_mark_length(const char *line, size_t length)
{
    if (length >= 3 && !memcmp(line, "\xef\xbb\xbf", 3))
        return 3;
    return length >= 2 && (!memcmp(line, "\xff\xfe", 2) || !memcmp(line, "\xfe\xff", 2)) ? 2 : 0;
}

static bool line_text_is_control(char c)
{
    return (unsigned char)c < ' ' || c == DELETE;
}

bool line_text_has_controls(const char *line, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (line_text_is_control(line[i]))
            return true;
    return false;
}

static const char *line_text_skip_range(const char *at, const char *end, char first, char last)
{
    while (at < end && *at >= first && *at <= last)
        at++;
    return at;
}

/* Skips a control string, which ends in BEL or ESC \. An unfinished one is not skipped. */
static const char *line_text_skip_string(const char *at, const char *end)
{
    for (const char *c = at; c < end; c++) {
        if (*c == BELL)
            return c + 1;
        if (*c == ESCAPE && c + 1 < end && c[1] == '\\')
            return c + 2;
    }
    return at;
}

/* Returns the end of the escape sequence whose ESC is before `at`. */
static const char *line_text_skip_escape(const char *at, const char *end)
{
    if (at < end && *at == '[') {
        at = line_text_skip_range(at + 1, end, '0', '?');
        at = line_text_skip_range(at, end, ' ', '/');
        return line_text_skip_range(at, end < at + 1 ? end : at + 1, '@', '~');
    }
    if (at < end && strchr("]PX^_", *at))
        return line_text_skip_string(at + 1, end);
    at = line_text_skip_range(at, end, ' ', '/');
    return line_text_skip_range(at, end < at + 1 ? end : at + 1, '0', '~');
}

size_t line_text_clean(char *out, const char *line, size_t length)
{
    char *to = out;
    for (const char *at = line, *end = line + length; at < end;) {
        char c = *at++;
        if (c == ESCAPE)
            at = line_text_skip_escape(at, end);
        else if (c == '\t')
            *to++ = ' ';
        else if (!line_text_is_control(c))
            *to++ = c;
    }
    return (size_t)(to - out);
}

bool line_text_is_prefix(const char *text, size_t length)
{
    if (!length || text[length - 1] == '_' || isalnum((unsigned char)text[length - 1]) ||
        (unsigned char)text[length - 1] >= DELETE)
        return false;
    return !memchr(text, '=', length) && !memmem(text, length, "BP ", 3);
}
