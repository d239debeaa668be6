/*
 * SPDX-License-Identifier: MIT
 * Splits and writes the words of a command.
 */
#include "host/machines/programs/command_words.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/allocation.h"

/* Characters of a word that needs no quotes. */
#define PLAIN "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=./:,@%"

void command_words_add(struct command_words *words, const char *word)
{
    char **place = allocate_element(&words->words, &words->n, sizeof *place);
    *place = allocate_copy(word);
}

void command_words_free(struct command_words *words)
{
    for (unsigned i = 0; i < words->n; i++)
        free(words->words[i]);
    free(words->words);
    *words = (struct command_words){0};
}

struct command_reader {
    const char *at, *end;
    char *word; /* with room for the whole text */
    size_t length;
    const char *wrong;
};

/* Reads what follows a backslash; `quoted` inside "...". */
static void command_reader_backslash(struct command_reader *reader, bool quoted)
{
    if (reader->at == reader->end) {
        reader->wrong = "it ends with a backslash";
        return;
    }
    if (reader->end - reader->at >= 3 && reader->at[0] == 'x' &&
        isxdigit((unsigned char)reader->at[1]) && isxdigit((unsigned char)reader->at[2])) {
        const char digits[] = {reader->at[1], reader->at[2], 0};
        char byte = (char)strtoul(digits, NULL, 16);
        if (!byte)
            reader->wrong = "\\x00: an argument cannot contain a zero byte";
        reader->word[reader->length++] = byte;
        reader->at += 3;
        return;
    }
    if (quoted && !strchr("\"\\$`", *reader->at))
        reader->word[reader->length++] = '\\';
    reader->word[reader->length++] = *reader->at++;
}

/* Reads up to the closing quote. */
static void command_reader_quoted(struct command_reader *reader, char quote)
{
    while (reader->at < reader->end && *reader->at != quote && !reader->wrong) {
        char c = *reader->at++;
        if (c == '\\' && quote == '"')
            command_reader_backslash(reader, true);
        else
            reader->word[reader->length++] = c;
    }
    if (reader->at == reader->end && !reader->wrong)
        reader->wrong = quote == '"' ? "a '\"' is not closed" : "a \"'\" is not closed";
    reader->at += reader->at < reader->end;
}

static void command_reader_word(struct command_reader *reader)
{
    reader->length = 0;
    while (reader->at < reader->end && !isspace((unsigned char)*reader->at) && !reader->wrong) {
        char c = *reader->at++;
        if (c == '"' || c == '\'')
            command_reader_quoted(reader, c);
        else if (c == '\\')
            command_reader_backslash(reader, false);
        else
            reader->word[reader->length++] = c;
    }
    reader->word[reader->length] = 0;
}

const char *command_words_split(struct command_words *words, const char *text, size_t length)
{
    struct command_reader reader = {
        .at = text, .end = text + length, .word = allocate_zeroed(length + 1)};
    for (;;) {
        while (reader.at < reader.end && isspace((unsigned char)*reader.at))
            reader.at++;
        if (reader.at == reader.end || reader.wrong)
            break;
        command_reader_word(&reader);
        if (!reader.wrong)
            command_words_add(words, reader.word);
    }
    free(reader.word);
    return reader.wrong;
}

static void command_words_write(const char *word, bool first, FILE *to)
{
    const bool plain = *word && word[strspn(word, PLAIN)] == 0;
    if (!plain && !first)
        fputc('"', to);
    for (; *word; word++) {
        unsigned char c = (unsigned char)*word;
        if (c < ' ' || c >= 0x7F || strchr(first ? " ,#(){}\"'\\;$`" : "\"'\\;$`", c))
            fprintf(to, "\\x%02x", c);
        else
            fputc(c, to);
    }
    if (!plain && !first)
        fputc('"', to);
}

char *command_words_line(const struct command_words *words)
{
    char *line;
    size_t length;
    FILE *to = open_memstream(&line, &length);
    for (unsigned i = 0; i < words->n; i++) {
        if (i)
            fputc(' ', to);
        command_words_write(words->words[i], i == 0 && words->words[0][0], to);
    }
    fclose(to);
    return line;
}

bool command_words_name_program(const char *command)
{
    return command[0] == '/' || !strncmp(command, "./", 2);
}
