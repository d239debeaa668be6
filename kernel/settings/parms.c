/*
 * SPDX-License-Identifier: MIT
 * Parses experiment files. It never reads beyond the given text, since files come from untrusted
 * sources.
 */
#include "kernel/settings/parms.h"

#include "kernel/lib/string.h"

#define SECTION "p5mon"

struct parms_reader {
    struct settings *settings;
    struct word rest;
};

static bool parms_at(const struct parms_reader *reader, char c)
{
    return reader->rest.length && reader->rest.text[0] == c;
}

static bool parms_at_line_end(const struct parms_reader *reader)
{
    return parms_at(reader, '\n') || parms_at(reader, '\r');
}

/* A line ends in LF, or in CRs without one. */
static void parms_advance(struct parms_reader *reader)
{
    const bool carriage_return = parms_at(reader, '\r');
    bool ends_line = parms_at(reader, '\n');
    reader->rest.text++;
    reader->rest.length--;
    if (carriage_return)
        ends_line = !parms_at_line_end(reader);
    reader->settings->line += ends_line;
}

/* Skips to the end of the line. */
static void parms_skip_line(struct parms_reader *reader)
{
    while (reader->rest.length && !parms_at_line_end(reader))
        parms_advance(reader);
}

/* Form feeds and the NULs that pad a file count as spaces. */
static bool parms_at_space(const struct parms_reader *reader)
{
    return reader->rest.length && (uint8_t)reader->rest.text[0] <= ' ';
}

static void parms_skip_space(struct parms_reader *reader)
{
    while (parms_at_space(reader) || parms_at(reader, '#')) {
        if (parms_at(reader, '#'))
            parms_skip_line(reader);
        else
            parms_advance(reader);
    }
}

/* Reads up to white space or a special character. */
static struct word parms_read_name(struct parms_reader *reader)
{
    struct word name = {reader->rest.text, 0};
    while (reader->rest.length && !parms_at_space(reader) && !parms_at(reader, '=') &&
           !parms_at(reader, ';') && !parms_at(reader, '(') && !parms_at(reader, ')') &&
           !parms_at(reader, '#')) {
        parms_advance(reader);
        name.length++;
    }
    return name;
}

/* Reads the text before the semicolon; -1 if the line has none. */
static int parms_read_value(struct parms_reader *reader, struct word *value)
{
    *value = (struct word){reader->rest.text, 0};
    while (reader->rest.length && !parms_at(reader, ';') && !parms_at_line_end(reader)) {
        parms_advance(reader);
        value->length++;
    }
    *value = word_trim(*value);
    if (!parms_at(reader, ';'))
        return settings_error(
            reader->settings,
            "'%.*s' is not followed by a ';' on its line, as in 'repetitions = 5;'",
            settings_shown(*value), value->text);
    parms_advance(reader);
    return 0;
}

static void parms_read_setting(struct parms_reader *reader, bool ours)
{
    struct word name = parms_read_name(reader), value;
    unsigned line = reader->settings->line;
    parms_skip_space(reader);
    if (name.length == 0 || !parms_at(reader, '=')) {
        settings_error(reader->settings,
                       "'%.*s' is neither 'name = value;' nor the 'end)' of the section",
                       settings_shown(name), name.text);
        parms_skip_line(reader);
        return;
    }
    parms_advance(reader);
    if (parms_read_value(reader, &value)) {
        parms_skip_line(reader);
        return;
    }
    if (!ours)
        return;
    unsigned here = reader->settings->line;
    reader->settings->line = line;
    settings_apply(reader->settings, name, value);
    reader->settings->line = here;
}

/* Reads "end)", which closes a section; reads nothing if other text follows. */
static bool parms_read_end(struct parms_reader *reader)
{
    struct parms_reader ahead = *reader;
    unsigned line = reader->settings->line;
    struct word name = parms_read_name(&ahead);
    parms_skip_space(&ahead);
    if (word_is(name, "end") && parms_at(&ahead, ')')) {
        parms_advance(&ahead);
        *reader = ahead;
        return true;
    }
    reader->settings->line = line;
    return false;
}

/* Reads a section and reports whether it is an experiment. */
static bool parms_read_section(struct parms_reader *reader)
{
    parms_advance(reader);
    struct word name = parms_read_name(reader);
    const bool ours = word_is(name, SECTION);
    unsigned opened = reader->settings->line;
    for (;;) {
        parms_skip_space(reader);
        if (!reader->rest.length) {
            reader->settings->line = opened;
            settings_error(reader->settings, "the section '(%.*s' has no 'end)'",
                           settings_shown(name), name.text);
            return ours;
        }
        if (parms_read_end(reader))
            return ours;
        parms_read_setting(reader, ours);
    }
}

/* Drops a byte-order mark, and what follows the 1Ah that ends a text of DOS. */
static struct word parms_text(const char *text, size_t length)
{
    static const char mark[] = "\xef\xbb\xbf";
    const size_t skipped = length >= 3 && !strncmp(text, mark, 3) ? 3 : 0;
    const char *end = memchr(text, 0x1a, length);
    return (struct word){text + skipped, (end ? (size_t)(end - text) : length) - skipped};
}

void parms_decode_utf16(char *text, size_t length)
{
    uint8_t *bytes = (uint8_t *)text;
    size_t n = 0;
    if (length < 2)
        return;
    const bool marked = (bytes[0] ^ bytes[1]) == (0xfe ^ 0xff) && (bytes[0] | bytes[1]) == 0xff;
    const bool big = marked ? bytes[0] == 0xfe : !bytes[0];
    if (!marked && bytes[0] && bytes[1])
        return;
    for (size_t at = marked ? 2 : 0; at + 1 < length; at += 2) {
        const uint8_t low = bytes[at + big], high = bytes[at + !big];
        bytes[n++] = high || low > 0x7f ? '?' : low;
    }
    memset(bytes + n, '\n', length - n);
}

int parms_read(struct settings *settings, const char *text, size_t length)
{
    struct parms_reader reader = {settings, parms_text(text, length)};
    bool section = false;
    settings->line = 1;
    for (parms_skip_space(&reader); reader.rest.length; parms_skip_space(&reader)) {
        if (parms_at(&reader, '(')) {
            section |= parms_read_section(&reader);
            continue;
        }
        settings_error(settings, "a setting must be in a section, as in '(" SECTION "' ... 'end)'");
        parms_skip_line(&reader);
    }
    if (!section)
        settings_error(settings, "no section '(" SECTION "' ... 'end)'");
    return settings->error[0] ? -1 : 0;
}
