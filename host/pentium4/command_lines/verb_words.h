/*
 * SPDX-License-Identifier: MIT
 * Command lines of bareprobe as lists of words, and running them.
 */
#pragma once

#include <stdbool.h>

struct verb_words {
    char **word; /* ends with NULL */
    unsigned n;
};

/* Adds a copy of the word. */
void verb_words_add(struct verb_words *words, const char *word);
void verb_words_free(struct verb_words *words);

/* Adds `option` and `value`, unless value is NULL. */
void verb_words_add_option(struct verb_words *words, const char *option, const char *value);

/* Appends the argument to a text of arguments, in a shell's quotes. */
void verb_words_append_quoted(char **text, const char *argument);

/* Adds --file for each argument that is the name of a regular file. */
void verb_words_add_files(struct verb_words *words, int argc, char **argv);

/*
 * Reads `-NAME VALUE`, `--NAME VALUE` or `-NAME=VALUE` at argv[*at] and moves *at past it. Returns
 * whether the word is that option; *value is NULL if its value is missing.
 */
bool verb_words_read_option(int argc, char **argv, int *at, const char *name, const char **value);

/*
 * Runs bareprobe with these words; the first is a verb. Standard output is stored in
 * *output and standard error in *errors, which the caller frees, unless they are NULL. Returns the
 * exit status.
 */
int verb_words_run(const struct verb_words *words, char **output, char **errors);
