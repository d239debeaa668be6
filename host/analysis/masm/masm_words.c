/*
 * SPDX-License-Identifier: MIT
 * A number's base is a suffix in MASM, and a prefix for GNU as.
 */
#include "host/analysis/masm/masm_words.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/analysis/masm/masm_letters.h"
#include "host/base/allocation.h"

#define LOCAL_LABEL "7700" /* of @@, which can be defined several times */

static bool word_consists_of(const char *word, size_t n, const char *letters)
{
    for (size_t i = 0; i < n; i++)
        if (!strchr(letters, word[i]))
            return false;
    return n > 0;
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
        {"real4", "dword"},  {"real8", "qword"}, {"real10", "tbyte"},     {"sdword", "dword"},
        {"sword", "word"},   {"sbyte", "byte"},  {"@b", LOCAL_LABEL "b"}, {"@f", LOCAL_LABEL "f"},
        {"@@", LOCAL_LABEL}, {"?", "0"},         {".data?", ".data"},
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

/* Puts the name before the directive: `proc c sum` becomes `sum proc c`. */
static char *masm_usual_order(char *line)
{
    static const char *const directives[] = {"proc",    "endp",  "macro", "struc", "ends",
                                             "segment", "label", "union", NULL};
    static const char *const languages[] = {"c", "pascal", "stdcall", "basic", NULL};
    const char *at = line + strspn(line, " \t"), *first = at;
    size_t n = masm_word_length(at), length = 0;
    if (!masm_word_is_among(at, n, directives))
        return line;
    at += n + strspn(at + n, " \t");
    const char *language = at;
    length = masm_word_length(at);
    size_t words = 0;
    if (masm_word_is_among(at, length, languages)) {
        words = length;
        at += length + strspn(at + length, " \t");
        length = masm_word_length(at);
    }
    if (!length)
        return line;
    char *text = allocate_text("%.*s %.*s %.*s %s", (int)length, at, (int)n, first, (int)words,
                               language, at + length);
    free(line);
    return text;
}

char *masm_lower(const char *line)
{
    char *lower = allocate_copy(line), quote = 0;
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
    return masm_usual_order(lower);
}

/* The place of a word in its line */
struct word_place {
    unsigned number; /* of the line */
    bool jumps;      /* the line may be a jump: 1b is a label */
    bool inside;     /* between brackets */
    bool typed;      /* the operand has a type */
};

/* Writes a word with a field, such as `.point.x` or `first.x`; returns false for another word. */
static bool masm_words_write_field(const char *word, size_t n, const struct word_place *place,
                                   const struct masm_names *names, FILE *to)
{
    char *whole = allocate_text(".%.*s", (int)n, word); /* point.x */
    const struct masm_name *named = masm_names_find(names, whole, n + 1, place->number);
    free(whole);
    if (named && memchr(word, '.', n)) {
        fputs(named->text, to);
        return true;
    }
    const char *dot = memchr(word, '.', n);
    const struct masm_name *field =
        dot ? masm_names_find(names, dot, n - (size_t)(dot - word), place->number) : NULL;
    if (!field)
        return false;
    masm_words_write_word(word, (size_t)(dot - word), place->jumps, to);
    fprintf(to, place->inside ? "+%s" : "[%s]", field->text);
    return true;
}

static void masm_words_write(const char *word, size_t n, const struct word_place *place,
                             const struct masm_names *names, FILE *to)
{
    const struct masm_name *name = masm_names_find(names, word, n, place->number);
    if (name && *word == '.')
        name = NULL;
    if (!name && masm_words_write_field(word, n, place, names, to))
        return;
    if (!name && n)
        masm_words_write_word(word, n, place->jumps, to);
    else if (name && (!name->type || place->inside))
        fputs(name->text, to);
    else if (name)
        fprintf(to, place->typed ? "[%s]" : "%s ptr [%s]", place->typed ? name->text : name->type,
                name->text);
}

/* Ideal mode: moves the type in `[byte ptr esi]` before the bracket. Returns what was read. */
static size_t masm_words_write_bracket(const char *from, FILE *to)
{
    static const char *const types[] = {"byte", "word", "dword", "fword", "qword", "tbyte", NULL};
    size_t skipped = 1 + strspn(from + 1, " \t"), n = masm_word_length(from + skipped);
    if (!masm_word_is_among(from + skipped, n, types)) {
        fputc('[', to);
        return 1;
    }
    fprintf(to, "%.*s ptr [", (int)n, from + skipped);
    skipped += n + strspn(from + skipped + n, " \t");
    return skipped + (strncmp(from + skipped, "ptr ", 4) ? 0 : 4);
}

char *masm_words(const char *lower, unsigned number, const struct masm_names *names,
                 const struct masm_structures *structures)
{
    char *text;
    size_t length;
    FILE *to = open_memstream(&text, &length);
    const char *at = lower + strspn(lower, " \t");
    struct word_place place = {.number = number, .jumps = *at && strchr("jlc", *at)};
    while (*at) {
        size_t n = 0;
        if (*at == '"' || *at == '\'') {
            const char *end = strchr(at + 1, *at);
            n = end ? (size_t)(end - at) + 1 : strlen(at);
            fwrite(at, 1, n, to);
        } else if (masm_is_word(*at)) {
            n = masm_word_length(at);
            size_t blanks = strspn(at + n, " \t");
            if (masm_structure_named(structures, at, n) && !strncmp(at + n + blanks, "ptr", 3))
                n += blanks + 3; /* (point ptr [esi]).x */
            else
                masm_words_write(at, n, &place, names, to);
            place.typed = place.typed || (n == 3 && !strncmp(at, "ptr", 3));
        } else if (*at == '[') {
            n = masm_words_write_bracket(at, to);
            place.inside = true;
        } else {
            n = 1;
            fputc(*at, to);
            place.inside = place.inside && *at != ']';
            place.typed = place.typed && *at != ',';
        }
        at += n;
    }
    fclose(to);
    return text;
}
