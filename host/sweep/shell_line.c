/*
 * SPDX-License-Identifier: MIT
 * Command lines as lists of words. Options are written from the same table that parsed them.
 */
#include "host/sweep/shell_line.h"

#include <stdlib.h>
#include <string.h>

#include "host/base/allocate.h"

/* Characters that have no special meaning in a shell at any position. */
#define PLAIN "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=./:,@%"

void words_add(struct words *words, const char *word)
{
    if (!words->word)
        memory_add(&words->word, &words->n, sizeof *words->word); /* the terminating NULL */
    words->word[words->n - 1] = memory_text(word);
    memory_add(&words->word, &words->n, sizeof *words->word);
}

void words_free(struct words *words)
{
    for (unsigned i = 0; i < words->n; i++)
        free(words->word[i]);
    free(words->word);
    *words = (struct words){0};
}

static bool is_among(const char *name, const char *const *names)
{
    for (; *names; names++)
        if (!strcmp(name, *names))
            return true;
    return false;
}

void words_add_options(struct words *words, const struct option_spec *options,
                       const char *const *left_out)
{
    for (; options->name; options++) {
        size_t length = strcspn(options->name, ".,");
        char *name = memory_print("%.*s", (int)length, options->name);
        bool repeats = options->name[length] == '.';
        if (!is_among(name, left_out)) {
            unsigned given = 0;
            for (; options->text && options->text[given]; given++) {
                char *word = memory_print("--%s=%s", name, options->text[given]);
                words_add(words, word);
                free(word);
                if (!repeats)
                    break;
            }
            if (options->flag && *options->flag && !(options->text && options->text[0])) {
                char *word = memory_print("--%s", name);
                words_add(words, word);
                free(word);
            }
        }
        free(name);
    }
}

static void print_word(const char *word, FILE *to)
{
    if (*word && word[strspn(word, PLAIN)] == 0) {
        fputs(word, to);
        return;
    }
    fputc('\'', to);
    for (; *word; word++)
        if (*word == '\'')
            fputs("'\\''", to);
        else
            fputc(*word, to);
    fputc('\'', to);
}

void words_print(const struct words *words, FILE *to)
{
    for (unsigned i = 0; words->word && words->word[i]; i++) {
        if (i)
            fputc(' ', to);
        print_word(words->word[i], to);
    }
    fputc('\n', to);
}
