/*
 * SPDX-License-Identifier: MIT
 * Parses experiment files. It never reads beyond the given text, since files come from untrusted
 * sources.
 */
#include "kernel/settings/parms.h"

#define SECTION "p5mon"

struct reader {
    struct settings *settings;
    struct word rest;
};

static void advance(struct reader *reader)
{
    if (reader->rest.text[0] == '\n')
        reader->settings->line++;
    reader->rest.text++;
    reader->rest.length--;
}

static bool at(const struct reader *reader, char c)
{
    return reader->rest.length && reader->rest.text[0] == c;
}

static bool at_space(const struct reader *reader)
{
    return at(reader, ' ') || at(reader, '\t') || at(reader, '\r') || at(reader, '\n');
}

static void skip_space(struct reader *reader)
{
    while (at_space(reader) || at(reader, '#')) {
        if (at(reader, '#'))
            while (reader->rest.length && !at(reader, '\n'))
                advance(reader);
        else
            advance(reader);
    }
}

/* Reads up to white space or a special character. */
static struct word take_name(struct reader *reader)
{
    struct word name = {reader->rest.text, 0};
    while (reader->rest.length && !at_space(reader) && !at(reader, '=') && !at(reader, ';') &&
           !at(reader, '(') && !at(reader, ')') && !at(reader, '#')) {
        advance(reader);
        name.length++;
    }
    return name;
}

/* Reads the text before the semicolon; -1 if the line has none. */
static int take_value(struct reader *reader, struct word *value)
{
    *value = (struct word){reader->rest.text, 0};
    while (reader->rest.length && !at(reader, ';') && !at(reader, '\n')) {
        advance(reader);
        value->length++;
    }
    *value = word_trim(*value);
    if (!at(reader, ';'))
        return settings_error(
            reader->settings,
            "'%.*s' is not followed by a ';' on its line, as in 'repetitions = 5;'",
            settings_shown(*value), value->text);
    advance(reader);
    return 0;
}

/* Skips to the next line after a syntax error. */
static void skip_line(struct reader *reader)
{
    while (reader->rest.length && !at(reader, '\n'))
        advance(reader);
}

static void read_setting(struct reader *reader, bool ours)
{
    struct word name = take_name(reader), value;
    unsigned line = reader->settings->line;
    skip_space(reader);
    if (name.length == 0 || !at(reader, '=')) {
        settings_error(reader->settings,
                       "'%.*s' is neither 'name = value;' nor the 'end)' of the section",
                       settings_shown(name), name.text);
        skip_line(reader);
        return;
    }
    advance(reader);
    if (take_value(reader, &value)) {
        skip_line(reader);
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
static bool take_end(struct reader *reader)
{
    struct reader ahead = *reader;
    unsigned line = reader->settings->line;
    struct word name = take_name(&ahead);
    skip_space(&ahead);
    if (word_is(name, "end") && at(&ahead, ')')) {
        advance(&ahead);
        *reader = ahead;
        return true;
    }
    reader->settings->line = line;
    return false;
}

static void read_section(struct reader *reader)
{
    advance(reader);
    struct word name = take_name(reader);
    unsigned opened = reader->settings->line;
    for (;;) {
        skip_space(reader);
        if (!reader->rest.length) {
            reader->settings->line = opened;
            settings_error(reader->settings, "the section '(%.*s' has no 'end)'",
                           settings_shown(name), name.text);
            return;
        }
        if (take_end(reader))
            return;
        read_setting(reader, word_is(name, SECTION));
    }
}

int parms_read(struct settings *settings, const char *text, size_t length)
{
    struct reader reader = {settings, {text, length}};
    settings->line = 1;
    for (skip_space(&reader); reader.rest.length; skip_space(&reader)) {
        if (at(&reader, '(')) {
            read_section(&reader);
            continue;
        }
        settings_error(settings, "a setting must be in a section, as in '(" SECTION "' ... 'end)'");
        skip_line(&reader);
    }
    return settings->error[0] ? -1 : 0;
}
