/*
 * SPDX-License-Identifier: MIT
 * A text is a listing if at least two of its lines, or all, begin with rising addresses.
 */
#include "host/analysis/pasted/listing_text.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "host/analysis/pasted/listing_line.h"
#include "host/analysis/pasted/quoted_text.h"
#include "host/base/allocation.h"

struct listing_text {
    struct listing_line *all;
    char **lines;
    unsigned n;
    bool tool;    /* of objdump or gdb: other lines are text of theirs */
    bool source;  /* of an assembler: jumps have labels */
    bool columns; /* of OllyDbg: numbers are hexadecimal */
};

static void line_set(char **line, char *text)
{
    free(*line);
    *line = text;
}

/* Removes the first and last lines of a tool's output; returns whether there are any. */
static bool headings_remove(char **lines, unsigned n)
{
    static const char *const headings[] = {"Disassembly of section", "Dump of assembler code",
                                           "End of assembler dump"};
    bool found = false;
    for (unsigned i = 0; i < n; i++)
        for (unsigned k = 0; k < sizeof headings / sizeof headings[0]; k++)
            if (!strncmp(lines[i], headings[k], strlen(headings[k])) ||
                strstr(lines[i], "file format elf")) {
                *lines[i] = '\0';
                found = true;
            }
    return found;
}

/* Removes the headings of GNU as -al, and its tables after the code. */
static void listing_headings_remove(char **lines, unsigned n)
{
    bool table = false;
    for (unsigned i = 0; i < n; i++) {
        table = table || !strcmp(lines[i], "DEFINED SYMBOLS") ||
                !strcmp(lines[i], "NO UNDEFINED SYMBOLS");
        if (table || !strncmp(lines[i], "GAS LISTING", 11) || *lines[i] == '\f')
            *lines[i] = '\0';
    }
}

static bool is_listing(const struct listing_text *text)
{
    unsigned certain = 0, addresses = 0, used = 0, falls = 0;
    unsigned long last = 0;
    for (unsigned i = 0; i < text->n; i++) {
        const struct listing_line *line = &text->all[i];
        used += *text->lines[i] != '\0';
        certain += line->has_address && line->is_certain;
        addresses += line->has_address;
        falls += line->has_address && line->address < last;
        last = line->has_address ? line->address : last;
    }
    if (text->tool)
        return addresses > 0;
    return (certain >= 2 || (certain && certain == used)) && falls * 4 <= addresses;
}

static bool has_label(const struct listing_text *text, const char *name, size_t length)
{
    for (unsigned i = 0; i < text->n; i++) {
        const char *code = text->all[i].has_address ? text->all[i].code : text->lines[i];
        if (!strncasecmp(code, name, length) && code[length] == ':')
            return true;
    }
    return false;
}

/* Returns the line with the instruction at the address, or NULL. */
static struct listing_line *line_at(const struct listing_text *text, unsigned long address)
{
    for (unsigned i = 0; i < text->n; i++) {
        struct listing_line *line = &text->all[i];
        size_t length = line->has_address ? strlen(line->code) : 0;
        if (length && line->address == address && line->code[length - 1] != ':')
            return line;
    }
    return NULL;
}

/* ---- targets of jumps ------------------------------------------------------------------------ */

/* Returns where the address begins in a jump's operand, as in `short 00401000` or
 * `main+1Ah (0040101a)`; NULL if it has none. */
static const char *target_begin(const char *operand)
{
    static const char *const words[] = {"short", "near", "ptr", "dword", "far"};
    const char *open = strrchr(operand, '(');
    if (open && isxdigit((unsigned char)open[1]) && operand[strlen(operand) - 1] == ')')
        return open + 1;
    for (unsigned i = 0; i < sizeof words / sizeof words[0]; i++) {
        size_t length = strlen(words[i]);
        if (!strncasecmp(operand, words[i], length) && operand[length] == ' ')
            operand += length + strspn(operand + length, " \t");
    }
    const char *dot = strpbrk(operand, ".<; "); /* OllyDbg: module.00401000 */
    if (dot && *dot == '.' && isxdigit((unsigned char)dot[1]))
        operand = dot + 1;
    return isxdigit((unsigned char)*operand) ? operand : NULL;
}

/* Returns the name in `<puts@plt>`, which the caller frees; NULL for `<sum+0xa>`. */
static char *target_symbol(const char *after)
{
    const char *open = strchr(after, '<'), *end = open ? strchr(open, '>') : NULL;
    if (!end || memchr(open, '+', (size_t)(end - open)))
        return NULL;
    return allocate_text("%.*s", (int)strcspn(open + 1, "@>"), open + 1);
}

static bool is_jump(const char *code)
{
    return strchr("jJ", *code) || !strncasecmp(code, "loop", 4) || !strncasecmp(code, "call", 4);
}

/* Replaces the address in a jump by a label; notes the line that needs it. */
static void target_convert(const struct listing_text *text, struct listing_line *line,
                           bool *labelled)
{
    size_t word = strcspn(line->code, " \t");
    const char *operand = line->code + word + strspn(line->code + word, " \t");
    const char *begin = is_jump(line->code) ? target_begin(operand) : NULL;
    char *end, *name;
    if (!begin || has_label(text, begin, strcspn(begin, " \t;#")))
        return;
    unsigned long address = strtoul(begin, &end, 16);
    end += *end == 'h' || *end == 'H';
    if (*end && !strchr(" \t)<;#", *end))
        return;
    struct listing_line *target = line_at(text, address);
    if (target)
        labelled[target - text->all] = true;
    name = target ? NULL : target_symbol(end);
    char *converted = name ? allocate_text("%.*s %s", (int)word, line->code, name)
                           : allocate_text("%.*s at_%lx", (int)word, line->code, address);
    free(name);
    line_set(&line->code, converted);
}

/* ---- code ------------------------------------------------------------------------------------ */

/* Writes OllyDbg's numbers with a prefix: they are hexadecimal. */
static void numbers_convert(struct listing_line *line)
{
    char *text;
    size_t length, word = strcspn(line->code, " \t");
    FILE *to = open_memstream(&text, &length);
    fwrite(line->code, 1, word, to);
    for (const char *at = line->code + word; *at && *at != ';';) {
        size_t n = 0;
        while (isalnum((unsigned char)at[n]) || at[n] == '_')
            n++;
        const bool number = isdigit((unsigned char)*at) &&
                            strspn(at, "0123456789abcdefABCDEF") == n && !strchr(at, '"');
        fprintf(to, number ? "0x%.*s" : "%.*s", (int)(n ? n : 1), at);
        at += n ? n : 1;
    }
    fclose(to);
    line_set(&line->code, text);
}

/* Returns whether a line without an address has code: a label or a directive. */
static bool is_code(const struct listing_text *text, const char *line)
{
    size_t length = strlen(line);
    if (text->source)
        return true;
    if (text->tool || (isdigit((unsigned char)*line) && strchr(line, ':')))
        return false; /* lines of C between the instructions */
    return strncmp(line, "---", 3) != 0 && length && line[length - 1] != ';';
}

/* Makes a label of a line that is one word, as in Ghidra, or ends with ':' after '`', as in lldb.
 */
static void label_convert(char **line)
{
    const char *name = strrchr(*line, '`');
    size_t length = 0;
    name = name ? name + 1 : *line;
    while (isalnum((unsigned char)name[length]) || name[length] == '_')
        length++;
    if (length && (!name[length] || (name != *line && !strcmp(name + length, ":"))))
        line_set(line, allocate_text("%.*s:", (int)length, name));
}

static void listing_text_write(struct listing_text *text)
{
    bool *labelled = allocate_zeroed(text->n + 1);
    for (unsigned i = 0; i < text->n; i++) {
        if (!text->source && text->all[i].has_address)
            target_convert(text, &text->all[i], labelled);
        if (text->columns && text->all[i].has_address && !is_jump(text->all[i].code))
            numbers_convert(&text->all[i]);
    }
    for (unsigned i = 0; i < text->n; i++) {
        const struct listing_line *line = &text->all[i];
        if (line->has_address)
            line_set(&text->lines[i], labelled[i]
                                          ? allocate_text("at_%lx: %s", line->address, line->code)
                                          : allocate_copy(line->code));
        else if (!is_code(text, text->lines[i]))
            *text->lines[i] = '\0';
        else if (!text->source)
            label_convert(&text->lines[i]);
    }
    free(labelled);
}

void listing_text_clean(char **lines, unsigned n)
{
    struct listing_text text = {.lines = lines, .n = n, .tool = headings_remove(lines, n)};
    listing_headings_remove(lines, n);
    text.source = quoted_text_remove_numbers(lines, n);
    text.all = allocate_zeroed((n + 1) * sizeof *text.all);
    for (unsigned i = 0; i < n; i++) {
        listing_line_read(&text.all[i], lines[i]);
        text.columns = text.columns || text.all[i].has_column;
    }
    if (is_listing(&text)) {
        for (unsigned i = 0; i < n; i++) /* numbers of lines of C */
            text.all[i].has_address =
                text.all[i].has_address &&
                (text.tool || text.all[i].is_certain || !text.all[i].is_short);
        listing_text_write(&text);
    }
    for (unsigned i = 0; i < n; i++)
        free(text.all[i].code);
    free(text.all);
}
