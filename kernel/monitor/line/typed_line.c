/*
 * SPDX-License-Identifier: MIT
 * Line editor. Only the end of a line can be edited, which any terminal can display at 300 baud.
 */
#include "kernel/monitor/line/typed_line.h"

#include "kernel/lib/string.h"

#define CTRL_C    0x03
#define BACKSPACE 0x08
#define TAB       0x09
#define CTRL_U    0x15
#define ESCAPE    0x1B
#define DELETE    0x7F

#define FRAME          "BP "
#define HISTORY        8
#define HISTORY_LENGTH 128

static char history[HISTORY][HISTORY_LENGTH];
static unsigned remembered;

bool typed_line_is_frame(const struct typed_line *line)
{
    size_t most = sizeof FRAME - 1;
    size_t length = line->length < most ? line->length : most;
    return length && !strncmp(line->text, FRAME, length);
}

static void typed_line_show(struct typed_line *line, const char *text, size_t length)
{
    if (line->echo)
        line->echo(text, length);
}

/*
 * Appends a character. Text that was not echoed because it might have become a frame is echoed with
 * the next character.
 */
static void typed_line_add(struct typed_line *line, char c)
{
    if (line->length == TYPED_BYTES) {
        line->too_long = true;
        return;
    }
    bool hidden = typed_line_is_frame(line);
    line->text[line->length++] = c;
    if (typed_line_is_frame(line))
        return;
    size_t from = hidden ? 0 : line->length - 1;
    typed_line_show(line, line->text + from, line->length - from);
}

static void typed_line_erase(struct typed_line *line, size_t count)
{
    for (; count && line->length; count--) {
        bool hidden = typed_line_is_frame(line);
        line->length--;
        if (!hidden)
            typed_line_show(line, "\b \b", 3);
    }
}

static void typed_line_append(struct typed_line *line, const char *text)
{
    while (*text)
        typed_line_add(line, *text++);
}

void typed_line_remember(const char *text)
{
    size_t length = strlen(text);
    char *last = history[(remembered + HISTORY - 1) % HISTORY];
    if (!length || length >= HISTORY_LENGTH || !strcmp(last, text))
        return;
    memcpy(history[remembered++ % HISTORY], text, length + 1);
}

/* Replaces the line by the previous or next one of the history. */
static void typed_line_recall(struct typed_line *line, bool back)
{
    unsigned most = remembered < HISTORY ? remembered : HISTORY;
    if (back ? line->back == most : line->back == 0)
        return;
    line->back += back ? 1 : -1u;
    typed_line_erase(line, line->length);
    if (line->back)
        typed_line_append(line, history[(remembered - line->back) % HISTORY]);
}

/* Returns the rest of a command's name if it is unique. */
const char *(*typed_rest)(const char *typed);

static void typed_line_complete(struct typed_line *line)
{
    line->text[line->length] = 0;
    if (typed_rest)
        typed_line_append(line, typed_rest(line->text));
}

/* Recognises the terminal's sequences of the up and down arrows: ESC [ A and B. */
static bool typed_line_sequence(struct typed_line *line, char c)
{
    if (c < ' ') /* not part of a sequence */
        line->escape = TYPED_PLAIN;
    if (line->escape == TYPED_PLAIN)
        return false;
    if (line->escape == TYPED_ESCAPE) {
        line->escape = c == '[' ? TYPED_SEQUENCE : TYPED_PLAIN;
        return true;
    }
    if (c == 'A' || c == 'B')
        typed_line_recall(line, c == 'A');
    if (c >= '@')
        line->escape = TYPED_PLAIN;
    return true;
}

static bool typed_line_control(struct typed_line *line, char c)
{
    if (c == '\r' || (c == '\n' && !line->after_return)) {
        line->text[line->length] = 0;
        return true;
    }
    if (c == BACKSPACE || c == DELETE)
        typed_line_erase(line, 1);
    else if (c == CTRL_U || c == CTRL_C)
        typed_line_erase(line, line->length);
    else if (c == TAB)
        typed_line_complete(line);
    else if (c == ESCAPE)
        line->escape = TYPED_ESCAPE;
    return false;
}

bool typed_line_accept(struct typed_line *line, char c)
{
    bool ended = false;
    if (typed_line_sequence(line, c))
        return false;
    if (c >= ' ' && c < DELETE)
        typed_line_add(line, c);
    else
        ended = typed_line_control(line, c);
    line->after_return = c == '\r';
    return ended;
}

void typed_line_clear(struct typed_line *line)
{
    line->length = 0;
    line->too_long = false;
    line->back = 0;
}
