/*
 * SPDX-License-Identifier: MIT
 * Command lines as lists of words. Options are written from the same table that parsed them.
 */
#include "host/machines/sweep/shell_line.h"

#include <stdlib.h>
#include <string.h>

#include "host/base/allocation.h"

/* Characters that have no special meaning in a shell at any position. */
#define PLAIN "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=./:,@%"

void shell_line_add(struct shell_line *words, const char *word)
{
    if (!words->word)
        allocate_element(&words->word, &words->n, sizeof *words->word); /* the terminating NULL */
    words->word[words->n - 1] = allocate_copy(word);
    allocate_element(&words->word, &words->n, sizeof *words->word);
}

void shell_line_free(struct shell_line *words)
{
    for (unsigned i = 0; i < words->n; i++)
        free(words->word[i]);
    free(words->word);
    *words = (struct shell_line){0};
}

static bool shell_line_is_among(const char *name, const char *const *names)
{
    for (; *names; names++)
        if (!strcmp(name, *names))
            return true;
    return false;
}

void shell_line_add_options(struct shell_line *words, const struct option_spec *options,
                            const char *const *left_out)
{
    for (; options->name; options++) {
        size_t length = strcspn(options->name, ".,");
        char *name = allocate_text("%.*s", (int)length, options->name);
        bool repeats = options->name[length] == '.';
        if (!shell_line_is_among(name, left_out)) {
            unsigned given = 0;
            for (; options->text && options->text[given]; given++) {
                char *word = allocate_text("--%s=%s", name, options->text[given]);
                shell_line_add(words, word);
                free(word);
                if (!repeats)
                    break;
            }
            if (options->flag && *options->flag && !(options->text && options->text[0])) {
                char *word = allocate_text("--%s", name);
                shell_line_add(words, word);
                free(word);
            }
        }
        free(name);
    }
}

void shell_line_print_word(const char *word, FILE *to)
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

void shell_line_print(const struct shell_line *words, FILE *to)
{
    for (unsigned i = 0; words->word && words->word[i]; i++) {
        if (i)
            fputc(' ', to);
        shell_line_print_word(words->word[i], to);
    }
    fputc('\n', to);
}
