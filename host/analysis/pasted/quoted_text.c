/*
 * SPDX-License-Identifier: MIT
 * A character of UTF-8 is replaced by the ASCII character that an assembler understands.
 */
#include "host/analysis/pasted/quoted_text.h"

#include <ctype.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#define FEWEST_NUMBERED 3

static const struct {
    const char *utf8, *ascii;
} characters[] = {
    {"\xc2\xa0", " "},      {"\xe2\x80\x82", " "},  {"\xe2\x80\x83", " "}, /* blanks */
    {"\xe2\x80\x87", " "},  {"\xe2\x80\x89", " "},  {"\xe2\x80\xaf", " "}, {"\xe3\x80\x80", " "},
    {"\xe2\x80\x8b", ""},   {"\xe2\x80\x8e", ""},   {"\xef\xbb\xbf", ""}, /* without a width */
    {"\xe2\x80\x98", "'"},  {"\xe2\x80\x99", "'"},                        /* quotation marks */
    {"\xe2\x80\x9c", "\""}, {"\xe2\x80\x9d", "\""}, {"\xe2\x80\x90", "-"}, {"\xe2\x80\x91", "-"},
    {"\xe2\x80\x93", "-"},  {"\xe2\x80\x94", "-"},  {"\xe2\x88\x92", "-"}, /* dashes, minus */
};

/* Removes the first bytes of a line, and the blanks after them. */
static void line_remove(char *line, size_t bytes)
{
    bytes += strspn(line + bytes, " \t\f");
    memmove(line, line + bytes, strlen(line + bytes) + 1);
}

static void line_replace_characters(char *line)
{
    char *to = line;
    while (*line) {
        size_t length = 0;
        for (unsigned i = 0; i < sizeof characters / sizeof characters[0] && !length; i++)
            if (!strncmp(line, characters[i].utf8, strlen(characters[i].utf8))) {
                length = strlen(characters[i].utf8);
                if (*characters[i].ascii)
                    *to++ = *characters[i].ascii;
            }
        if (!length)
            *to++ = *line;
        line += length ? length : 1;
    }
    *to = '\0';
}

/* ```asm and ~~~ of Markdown; [code] and <pre> of forums */
static bool is_fence(const char *line)
{
    static const char *const tags[] = {"[code]", "[/code]", "<pre>", "</pre>", "<code>", "</code>"};
    for (unsigned i = 0; i < sizeof tags / sizeof tags[0]; i++)
        if (!strcasecmp(line, tags[i]))
            return true;
    return !strncmp(line, "```", 3) || !strncmp(line, "~~~", 3);
}

static bool all_lines_are_quoted(char *const *lines, unsigned n)
{
    unsigned quoted = 0;
    for (unsigned i = 0; i < n; i++) {
        if (*lines[i] && *lines[i] != '>')
            return false;
        quoted += *lines[i] == '>';
    }
    return quoted > 0;
}

/* Returns the length of a number with its separator; 0 if the line does not begin with one. */
static size_t line_number(const char *line, unsigned long *number)
{
    char *end;
    if (!isdigit((unsigned char)*line))
        return 0;
    *number = strtoul(line, &end, 10);
    const char *after = end + (*end && strchr(":.)|", *end) != NULL);
    return !*after || isspace((unsigned char)*after) ? (size_t)(after - line) : 0;
}

/* Returns whether the text refers to a numeric label, as in `jnz 1b`. */
static bool has_numeric_reference(char *const *lines, unsigned n)
{
    for (unsigned i = 0; i < n; i++)
        for (const char *at = lines[i]; (at = strpbrk(at, "0123456789"));) {
            size_t digits = strspn(at, "0123456789");
            if (at > lines[i] && isspace((unsigned char)at[-1]) && strchr("bfBF", at[digits]) &&
                at[digits] && strchr(" \t;#", at[digits + 1]))
                return true;
            at += digits;
        }
    return false;
}

/* A line of a listing may have the number of the line before it: the rest of long data. */
bool quoted_text_remove_numbers(char **lines, unsigned n)
{
    unsigned long number, last = 0;
    unsigned numbered = 0;
    for (unsigned i = 0; i < n; i++) {
        size_t length = line_number(lines[i], &number);
        if (!*lines[i])
            continue;
        if (!length || (numbered && number != last && number != last + 1) ||
            (lines[i][length - 1] == ':' && has_numeric_reference(lines, n)))
            return false;
        last = number;
        numbered++;
    }
    if (numbered < FEWEST_NUMBERED || last < FEWEST_NUMBERED)
        return false;
    for (unsigned i = 0; i < n; i++)
        line_remove(lines[i], line_number(lines[i], &number));
    return true;
}

void quoted_text_clean(char **lines, unsigned n)
{
    for (unsigned i = 0; i < n; i++) {
        line_replace_characters(lines[i]);
        line_remove(lines[i], 0);
        if (is_fence(lines[i]))
            *lines[i] = '\0';
    }
    while (all_lines_are_quoted(lines, n))
        for (unsigned i = 0; i < n; i++)
            line_remove(lines[i], *lines[i] == '>');
}
