/*
 * SPDX-License-Identifier: MIT
 * Splits the text into lines and paragraphs in place.
 */
#include "host/analysis/explain_page/lesson_file.h"

#include <string.h>

static char *lesson_file_line(char **text)
{
    char *line = *text, *end = strchr(line, '\n');
    *text = end ? end + 1 : line + strlen(line);
    if (end)
        *end = 0;
    return line;
}

/* Returns the text after `key`, or NULL if the line does not begin with it. */
static char *lesson_file_value(char *line, const char *key)
{
    size_t length = strlen(key);
    return strncmp(line, key, length) == 0 ? line + length : NULL;
}

/* Returns whether the line is only for tests or for readers of the file. */
static bool not_shown(char *line)
{
    return *line == '#' || *line == ' ' || lesson_file_value(line, "clocks: ") ||
           lesson_file_value(line, "turns: ") || lesson_file_value(line, "better clocks: ");
}

/* Adds a line to the open paragraph: the text is moved to the paragraph's end. */
static void lesson_file_add_text(struct lesson *lesson, char *line, bool *open)
{
    if (*open) {
        char *last = lesson->paragraphs[lesson->n - 1], *end = last + strlen(last);
        *end++ = ' ';
        memmove(end, line, strlen(line) + 1);
    } else if (lesson->n < LESSON_PARAGRAPHS) {
        lesson->paragraphs[lesson->n++] = line;
        *open = true;
    }
}

bool lesson_file_next(char **text, struct lesson *lesson)
{
    bool open = false;
    *lesson = (struct lesson){0};
    while (**text && (!lesson->title || strncmp(*text, "= ", 2) != 0)) {
        char *line = lesson_file_line(text), *value;
        if ((value = lesson_file_value(line, "= ")))
            lesson->title = value;
        else if ((value = lesson_file_value(line, "code: ")))
            lesson->code = value;
        else if ((value = lesson_file_value(line, "better: ")))
            lesson->better = value;
        else if ((value = lesson_file_value(line, "better does: ")))
            lesson->better_does = value;
        else if (!*line)
            open = false;
        else if (lesson->title && !not_shown(line))
            lesson_file_add_text(lesson, line, &open);
    }
    return lesson->title && lesson->code;
}
