/*
 * SPDX-License-Identifier: MIT
 * Lines around a block become empty. Operands that are variables of the C code remain names.
 */
#include "host/analysis/pasted/assembly_block.h"

#include <ctype.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static const char *blanks_skip(const char *text)
{
    return text + strspn(text, " \t");
}

/* Returns what follows the first of the words at the beginning of the text; NULL if none is. */
static const char *after_word(const char *text, const char *const *words)
{
    for (; *words; words++) {
        size_t length = strlen(*words);
        if (!strncmp(text, *words, length) && !isalnum((unsigned char)text[length]) &&
            text[length] != '_')
            return blanks_skip(text + length);
    }
    return NULL;
}

static const char *after_asm(const char *text)
{
    static const char *const words[] = {"__asm", "_asm", "asm", NULL};
    return after_word(text, words);
}

static const char *after_gnu_asm(const char *text)
{
    static const char *const words[] = {"__asm__", "asm", "__asm", NULL};
    static const char *const qualifiers[] = {"__volatile__", "volatile", "goto", "inline", NULL};
    const char *after = after_word(text, words), *more;
    while (after && (more = after_word(after, qualifiers)))
        after = more;
    return after;
}

/* ---- Microsoft, Borland ---------------------------------------------------------------------- */

/* Returns the first line of the block, whose brace may be on the next line; or n. */
static unsigned block_first(char *const *lines, unsigned n)
{
    for (unsigned i = 0; i < n; i++) {
        const char *after = after_asm(lines[i]), *gnu = after_gnu_asm(lines[i]);
        if (after && !(gnu && *gnu == '(') &&
            (*after == '{' || (!*after && i + 1 < n && *lines[i + 1] == '{') ||
             isalpha((unsigned char)*after)))
            return i;
    }
    return n;
}

/* A label alone, as in `again:`, between lines of `__asm` */
static bool is_label(const char *line)
{
    size_t n = 0;
    while (isalnum((unsigned char)line[n]) || line[n] == '_')
        n++;
    return n && line[n] == ':' && !*blanks_skip(line + n + 1) && strncmp(line, "default", 7) != 0;
}

static void block_keep(char **lines, unsigned n)
{
    bool inside = false;
    for (unsigned i = 0; i < n; i++) {
        const char *after = inside ? NULL : after_asm(lines[i]);
        const bool begins = after && (*after == '{' || !*after);
        if (inside || begins) {
            char *close = strchr(lines[i], '}'), *comment = strpbrk(lines[i], ";/");
            inside = !close || (comment && comment < close);
            if (!inside)
                *close = '\0';
        } else if (!(after && isalpha((unsigned char)*after)) && !is_label(lines[i])) {
            *lines[i] = '\0';
        }
    }
}

/* ---- Pascal ---------------------------------------------------------------------------------- */

static bool is_pascal_end(const char *line)
{
    return !strcasecmp(line, "end;") || !strcasecmp(line, "end") || !strcasecmp(line, "end.");
}

/* Returns the line `asm` of a block that a line `end;` closes; or n. */
static unsigned pascal_first(char *const *lines, unsigned n)
{
    unsigned first = n;
    for (unsigned i = 0; i < n; i++) {
        if (first == n && !strcasecmp(lines[i], "asm"))
            first = i;
        else if (first < n && is_pascal_end(lines[i]))
            return first;
    }
    return n;
}

static void pascal_keep(char **lines, unsigned n)
{
    bool inside = false;
    for (unsigned i = 0; i < n; i++) {
        const bool begins = !strcasecmp(lines[i], "asm");
        inside = inside && !is_pascal_end(lines[i]);
        if (begins || !inside)
            *lines[i] = '\0';
        inside = inside || begins;
    }
}

/* ---- strings --------------------------------------------------------------------------------- */

/* Writes the character after a backslash; \n and \t separate statements and words. */
static char escaped(char letter)
{
    return letter == 'n' ? ';' : letter == 't' ? ' ' : letter;
}

/*
 * Replaces a line by the content of its strings, as statements separated by ';'. `gnu`: %% is %.
 * Returns false at the colon before operands.
 */
static bool strings_keep(char *line, bool gnu)
{
    char *to = line;
    bool inside = false, more = true;
    for (const char *at = line; *at && more; at++) {
        if (*at == '"') {
            if (inside && to > line && to[-1] != ';')
                *to++ = gnu ? ' ' : ';';
            inside = !inside;
        } else if (!inside) {
            more = *at != ':' && *at != ')';
        } else if (*at == '\\' && at[1]) {
            *to++ = escaped(*++at);
        } else if (!(gnu && *at == '%' && at[1] == '%')) {
            *to++ = *at;
        }
    }
    while (to > line && (to[-1] == ';' || to[-1] == ' ' || to[-1] == '\t'))
        to--;
    *to = '\0';
    const char *begin = blanks_skip(line);
    memmove(line, begin, strlen(begin) + 1);
    return more;
}

/* Returns whether the first line with text is GNU's inline assembly or a string of it. */
static bool is_gnu_statement(char *const *lines, unsigned n)
{
    unsigned first = 0;
    while (first < n && !*lines[first])
        first++;
    const char *after = first < n ? after_gnu_asm(lines[first]) : NULL;
    return first < n && (*lines[first] == '"' || (after && *after == '('));
}

static void gnu_statement_keep(char **lines, unsigned n)
{
    bool more = true;
    for (unsigned i = 0; i < n; i++) {
        const char *after = after_gnu_asm(lines[i]);
        if (after && *after == '(') {
            memmove(lines[i], after + 1, strlen(after));
            more = true;
        }
        if (more)
            more = strings_keep(lines[i], true);
        else
            *lines[i] = '\0';
    }
}

/* ---- Watcom ---------------------------------------------------------------------------------- */

/* Returns the first line of the code in `#pragma aux name = "..." parm [eax]`; or n. */
static unsigned pragma_first(char *const *lines, unsigned n)
{
    for (unsigned i = 0; i < n; i++)
        if (!strncmp(lines[i], "#pragma", 7) && !strncmp(blanks_skip(lines[i] + 7), "aux", 3) &&
            strchr(lines[i], '='))
            return i;
    return n;
}

static void pragma_keep(char **lines, unsigned n, unsigned first)
{
    bool inside = false;
    for (unsigned i = 0; i < n; i++) {
        size_t length = strlen(lines[i]);
        const bool continues = length && lines[i][length - 1] == '\\';
        if (i == first)
            memmove(lines[i], strchr(lines[i], '=') + 1, strlen(strchr(lines[i], '=')));
        if (i == first || inside)
            strings_keep(lines[i], false);
        else
            *lines[i] = '\0';
        inside = (i == first || inside) && continues;
    }
}

bool assembly_block_extract(char **lines, unsigned n)
{
    unsigned pragma = pragma_first(lines, n), block = block_first(lines, n);
    if (pascal_first(lines, n) < n)
        pascal_keep(lines, n);
    else if (pragma < n)
        pragma_keep(lines, n, pragma);
    else if (is_gnu_statement(lines, n))
        gnu_statement_keep(lines, n);
    else if (block < n)
        block_keep(lines, n);
    else
        return false;
    return true;
}
