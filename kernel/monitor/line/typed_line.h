/*
 * SPDX-License-Identifier: MIT
 * Line editor: backspace, Ctrl-U, Ctrl-C, Tab, and a history by arrow keys. It is independent of
 * the source of characters and of the display.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#define TYPED_BYTES 800

struct typed_line {
    char text[TYPED_BYTES + 1];
    size_t length;
    bool too_long;
    bool after_return; /* the last byte was CR: an LF directly after it is ignored */
    enum { TYPED_PLAIN, TYPED_ESCAPE, TYPED_SEQUENCE } escape;
    unsigned back; /* number of steps back in the history */
    /* Shows characters to the typist; they are to be displayed unchanged. */
    void (*echo)(const char *text, size_t length);
};

/* Returns the completion for Tab; NULL until it is set. */
extern const char *(*typed_rest)(const char *typed);

/* Processes one character. Returns true if it completed the line, which is then in text. */
bool typed_line_accept(struct typed_line *line, char c);

/* Clears the line, for the next one. */
void typed_line_clear(struct typed_line *line);

/* Adds a line to the history. */
void typed_line_remember(const char *text);

/* Reports whether the line is a frame of the wire, or may become one; such a line is not echoed. */
bool typed_line_is_frame(const struct typed_line *line);
