/*
 * SPDX-License-Identifier: MIT
 * A number's base is a suffix in MASM, and a prefix for GNU as.
 */
#include "host/analysis/toolchain/masm_words.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/allocation.h"

#define LOCAL_LABEL "7700" /* of @@, which can be defined several times */

bool masm_is_word(char letter)
{
    return isalnum((unsigned char)letter) || (letter && strchr("_@$?.", letter));
}

static bool word_consists_of(const char *word, size_t n, const char *letters)
{
    for (size_t i = 0; i < n; i++)
        if (!strchr(letters, word[i]))
            return false;
    return n > 0;
}

bool masm_word_is_among(const char *word, size_t n, const char *const *names)
{
    for (; *names; names++)
        if (strlen(*names) == n && !strncmp(word, *names, n))
            return true;
    return false;
}

/* Writes a number with a suffix for its base with GNU's prefix; returns false for another word. */
static bool masm_words_write_number(const char *word, size_t n, bool jumps, FILE *to)
{
    const size_t digits = n - 1;
    if (!isdigit((unsigned char)*word) || n < 2)
        return false;
    if ((word[digits] == 'h' || word[digits] == 'r') && /* r: the bytes of a real number */
        word_consists_of(word, digits, "0123456789abcdef"))
        fprintf(to, "0x%.*s", (int)digits, word);
    else if ((word[digits] == 'b' || word[digits] == 'y') && !jumps &&
             word_consists_of(word, digits, "01"))
        fprintf(to, "0b%.*s", (int)digits, word);
    else if ((word[digits] == 'o' || word[digits] == 'q') &&
             word_consists_of(word, digits, "01234567"))
        fprintf(to, "0%.*s", (int)digits, word);
    else if ((word[digits] == 'd' || word[digits] == 't') &&
             word_consists_of(word, digits, "0123456789"))
        fprintf(to, "%.*s", (int)digits, word);
    else
        return false;
    return true;
}

/* Returns whether a name with '@' is one of GNU as: @function, name@PLT. */
static bool is_gnu_word(const char *word, size_t n)
{
    static const char *const gnu[] = {"plt",      "got",       "gotoff", "function", "object",
                                      "progbits", "nobits",    "note",   "ntpoff",   "gottpoff",
                                      "tlsgd",    "indntpoff", "notype", NULL};
    const char *at = memchr(word, '@', n);
    return at && masm_word_is_among(at + 1, n - (size_t)(at + 1 - word), gnu);
}

/* Writes a name without the characters that GNU as does not accept in it. */
static void masm_words_write_name(const char *word, size_t n, FILE *to)
{
    if (is_gnu_word(word, n)) {
        fwrite(word, 1, n, to);
        return;
    }
    for (size_t i = 0; i < n; i++)
        if (word[i] == '@' || word[i] == '?' || (word[i] == '$' && !i && n > 1))
            fputs(word[i] == '@' ? "_at_" : word[i] == '?' ? "_q_" : "_s_", to);
        else
            fputc(word[i], to);
}

static void masm_words_write_word(const char *word, size_t n, bool jumps, FILE *to)
{
    static const char *const others[][2] = {
        {"real4", "dword"},
        {"real8", "qword"},
        {"real10", "tbyte"},
        {"sdword", "dword"},
        {"sword", "word"},
        {"sbyte", "byte"},
        {"@b", LOCAL_LABEL "b"},
        {"@f", LOCAL_LABEL "f"},
        {"@@", LOCAL_LABEL},
        {"retn", "ret"},
        {"?", "0"},
    };
    if (masm_words_write_number(word, n, jumps, to))
        return;
    for (unsigned i = 0; i < sizeof others / sizeof others[0]; i++)
        if (strlen(others[i][0]) == n && !strncmp(word, others[i][0], n)) {
            fputs(others[i][1], to);
            return;
        }
    if (n == 3 && !strncmp(word, "st", 2) && word[2] >= '0' && word[2] <= '7')
        fprintf(to, "st(%c)", word[2]);
    else
        masm_words_write_name(word, n, to);
}

char *masm_words(const char *line)
{
    char *text, *lower = allocate_copy(line);
    size_t length;
    FILE *to = open_memstream(&text, &length);
    char quote = 0;
    for (char *at = lower; *at; at++) {
        if (!quote && (*at == ';' || *at == '#' || (*at == '/' && at[1] == '/')))
            *at = 0;
        else if (quote ? *at == quote : *at == '"' || *at == '\'')
            quote = quote ? 0 : *at;
        else if (!quote)
            *at = (char)tolower((unsigned char)*at);
        if (!*at)
            break;
    }
    const char *at = lower + strspn(lower, " \t");
    const bool jumps = strchr("jlc", *at) != NULL;
    while (*at) {
        size_t n = 0;
        if (*at == '"' || *at == '\'') {
            const char *end = strchr(at + 1, *at);
            n = end ? (size_t)(end - at) + 1 : strlen(at);
            fwrite(at, 1, n, to);
        } else if (masm_is_word(*at)) {
            while (masm_is_word(at[n]))
                n++;
            masm_words_write_word(at, n, jumps, to);
        } else {
            n = 1;
            fputc(*at, to);
        }
        at += n;
    }
    fclose(to);
    free(lower);
    return text;
}
