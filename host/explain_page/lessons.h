/*
 * SPDX-License-Identifier: MIT
 * --lessons: a page that teaches by loops of the kind that the old books have. Its text is
 * lessons.txt.
 */
#pragma once

#include "host/explain/explain_code.h"

#define LESSON_PARAGRAPHS 8

extern const char lessons_file[]; /* lessons.txt */

struct lesson {
    const char *title, *code, *better; /* better: NULL for none */
    const char *better_does;           /* "two turns' work"; NULL: the same */
    char *paragraphs[LESSON_PARAGRAPHS];
    unsigned n;
};

/* The next one of the file's text, which is cut up for it; false where there are no more. */
bool lesson_next(char **text, struct lesson *lesson);

/* All of them, into order.html. The program's exit status. */
int explain_html_lessons(const struct explain_order *order);
