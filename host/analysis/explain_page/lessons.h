/*
 * SPDX-License-Identifier: MIT
 * --lessons: a page that teaches with classic example loops. Its text is lessons.txt.
 */
#pragma once

#include "host/analysis/explain/explain_code.h"

#define LESSON_PARAGRAPHS 8

extern const char lessons_file[]; /* lessons.txt */

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

/* Writes all lessons to options.html. Returns the program's exit status. */
int lessons_write_page(const struct explain_options *options);
