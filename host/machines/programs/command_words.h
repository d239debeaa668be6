/*
 * SPDX-License-Identifier: MIT
 * The words of a program's command: splits them as a shell does, and writes them as the kernel's
 * settings `command`, `stdin` and `environment` read them.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

struct command_words {
    char **words;
    unsigned n;
};

/*
 * Appends the words of a text: blanks separate them, "..." and '...' quote, a backslash quotes the
 * next character (inside "..." only `"`, `\`, `$` and `` ` ``). Outside of '...' \xHH is the byte
 * HH. Nothing is expanded. Returns NULL, or the reason why the text is malformed.
 */
const char *command_words_split(struct command_words *words, const char *text, size_t length);

void command_words_add(struct command_words *words, const char *word);
void command_words_free(struct command_words *words);

/*
 * Returns the words as one line, which the caller frees. Words with characters other than letters,
 * digits and a few signs are in "...", in which \xHH stands for `;`, quotes, backslashes and bytes
 * that are not printable ASCII. The first word is never in quotes, since it decides by its first
 * character whether it is a program; it has \xHH for blanks and commas, too.
 */
char *command_words_line(const struct command_words *words);

/* Returns whether a setting `command` names a program instead of benchmarks. */
bool command_words_name_program(const char *command);
