/*
 * SPDX-License-Identifier: MIT
 * Parses the text of the lessons, lessons.txt.
 */
#pragma once

#include <stdbool.h>

#define LESSON_PARAGRAPHS 8

struct lesson {
    const char *title, *code, *better; /* better: NULL for none */
    const char *better_does;           /* "two iterations"; NULL: the same */
    char *paragraphs[LESSON_PARAGRAPHS];
    unsigned n;
};

/*
 * Parses the next lesson of the file's text, which it modifies. Returns false if there are no more.
 */
bool lesson_file_next(char **text, struct lesson *lesson);
