/*
 * SPDX-License-Identifier: MIT
 * A line as it is typed: backspace, Ctrl-U, Ctrl-C, Tab, and the lines before it by arrows. It
 * knows nothing of where its characters come from, nor of where they are shown.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#define TYPED_BYTES 800

struct typed_line {
    char text[TYPED_BYTES + 1];
    size_t length;
    bool too_long;
    bool after_return; /* the last byte was CR: an LF right behind it is none of its own */
    enum { TYPED_PLAIN, TYPED_ESCAPE, TYPED_SEQUENCE } escape;
    unsigned back; /* how far it went back in the history */
    /* What the one who types is to see: characters as they are. */
    void (*echo)(const char *text, size_t length);
};

/* What Tab adds; NULL until somebody knows. */
extern const char *(*typed_rest)(const char *typed);

/* Takes one character. True where it ended the line, which then is in text. */
bool typed_take(struct typed_line *line, char c);

/* Forgets it, for the next. */
void typed_clear(struct typed_line *line);

/* Keeps a line for the arrows. */
void typed_remember(const char *text);

/* A frame of the wire's, or the beginning of what may become one: it is not echoed. */
bool typed_is_frame(const struct typed_line *line);
