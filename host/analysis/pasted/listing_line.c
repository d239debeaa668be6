/*
 * SPDX-License-Identifier: MIT
 * Accepts the columns of nasm -l, as -al, MASM, objdump, gdb, ndisasm, OllyDbg, IDA and the
 * debugger of Visual Studio.
 */
#include "host/analysis/pasted/listing_line.h"

#include <ctype.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/allocation.h"

#define SHORTEST_ADDRESS 4 /* digits of an address without a colon; `add` and `dec` have three */

static const char hex_digits[] = "0123456789abcdefABCDEF";

static size_t blanks(const char *text)
{
    return strspn(text, " \t");
}

static bool ends_word(char letter)
{
    return !letter || letter == ' ' || letter == '\t';
}

/* Returns the length of the name of a segment with its colon, as in `.text:00401000`. */
static size_t segment_length(const char *text)
{
    size_t n = 0;
    while (isalnum((unsigned char)text[n]) || (text[n] && strchr("._", text[n])))
        n++;
    return n && text[n] == ':' && !isdigit((unsigned char)*text) &&
                   strspn(text + n + 1, hex_digits) >= SHORTEST_ADDRESS
               ? n + 1
               : 0;
}

/* Returns the length of the lines that OllyDbg draws along jumps and functions, as in `|.^`. */
static size_t column_length(const char *text)
{
    size_t n = strspn(text, "/|\\$.>^");
    return n && n <= 4 && ends_word(text[n]) ? n : 0;
}

/* Returns the length of the bytes of an instruction: words with an even number of hex digits. */
static size_t bytes_length(const char *text)
{
    size_t length = 0;
    for (;;) {
        const char *word = text + length;
        word += *word == '[' || *word == '('; /* nasm: an address that the linker changes */
        size_t digits = strspn(word, hex_digits);
        const char *after = word + digits;
        after += *after == ']' || *after == ')' || *after == '-' || *after == ':';
        if (digits < 2 || digits % 2 || (!ends_word(*after) && after[-1] != ':') ||
            (!strncasecmp(word, "fadd", 4) && digits == 4))
            return length;
        length = (size_t)(after - text);
        if (text[length] == '\t')
            return length;
        length += strspn(text + length, " ");
    }
}

/* Removes what nasm and OllyDbg write before the text of an instruction: `<1>`, `|`, `\`, `R`. */
static const char *code_begin(const char *text)
{
    text += blanks(text);
    if (*text == '<' && isdigit((unsigned char)text[1]) && strchr(text, '>'))
        text = strchr(text, '>') + 1;
    if ((*text == 'R' || *text == 'E') && (text[1] == '\t' || !strncmp(text + 1, "  ", 2)))
        text++; /* MASM: an address that the linker changes */
    text += strspn(text, "|/\\> \t");
    return text;
}

/* Reads `<sum+4>` and the colon after it. A name alone is a label. */
static const char *symbol_read(struct listing_line *read, const char *text)
{
    const char *end = strchr(text, '>');
    if (!end || end[1] != ':')
        return text;
    read->is_certain = true;
    if (!end[2 + blanks(end + 2)] && !strchr(text, '+')) {
        read->code = allocate_text("%.*s:", (int)(end - text - 1), text + 1);
        return end + 2;
    }
    return end + 2;
}

/* Returns the length of the marks before the address: the arrow of the next instruction, the
 * share of perf annotate, the arrows of radare2 along jumps. */
static size_t before_address(const char *line)
{
    size_t n = strspn(line, "=->"), arrows = strspn(line, "|:`.-<>=,/\\ "), digits;
    if (n)
        n += blanks(line + n);
    else if (arrows && !strncmp(line + arrows, "0x", 2))
        n = arrows;
    digits = strspn(line + n, "0123456789");
    if (digits && line[n + digits] == '.') {
        const char *after = line + n + digits + 1;
        after += strspn(after, "0123456789");
        after += blanks(after);
        if (*after == ':' || *after == '|')
            n = (size_t)(after + 1 - line) + blanks(after + 1);
    }
    return n;
}

void listing_line_read(struct listing_line *read, const char *line)
{
    *read = (struct listing_line){0};
    line += before_address(line);
    size_t segment = segment_length(line);
    const char *at = line + segment;
    const bool prefix = !strncmp(at, "0x", 2);
    at += prefix ? 2 : 0;
    size_t digits = strspn(at, hex_digits);
    char *end;
    if (!digits || digits > 16)
        return;
    read->address = strtoul(at, &end, 16);
    const bool colon = *end == ':';
    if (!ends_word(end[colon]) || (!colon && digits < SHORTEST_ADDRESS && !prefix))
        return;
    read->is_short = digits < SHORTEST_ADDRESS;
    at = end + colon + blanks(end + colon);
    if (*at == '<')
        at = symbol_read(read, at);
    at += blanks(at);
    size_t column = column_length(at);
    read->has_column = column;
    at += column + blanks(at + column);
    size_t bytes = bytes_length(at);
    read->has_address = true;
    read->is_certain = read->is_certain || segment || bytes || (prefix && colon) ||
                       (digits >= SHORTEST_ADDRESS && isdigit((unsigned char)end[-(int)digits]));
    if (!read->code)
        read->code = allocate_copy(code_begin(at + bytes));
}
