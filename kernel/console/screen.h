/*
 * SPDX-License-Identifier: MIT
 * The PC's text screen, VGA or MDA, and its keyboard: 24 lines that scroll above one for the state
 * of things. Where there is no adapter nothing is shown; where there is no keyboard no key comes.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SCREEN_COLUMNS 80

/* Empties it, and forgets what was typed before. */
void screen_open(void);

/*
 * From here on a screen full of text waits for a key, so many seconds at most, once the clock's
 * speed is known. Where nobody has come it waits no more, until a key is pressed; without a
 * `reader` to begin with it does not wait before that either.
 */
void screen_pages(unsigned seconds, bool reader);

/*
 * While it is held, text is kept and drawn only where a page waits, or at a new state: of a
 * hundred lines at once the last are seen, at the cost of one screen.
 */
void screen_hold(bool hold);

/* Text for the upper part. Its shape is that of struct wire's `send`; `to` is not used. */
void screen_send(void *to, const char *text, size_t length);

/* The bottom line. */
void screen_state(const char *text);

/* A key's scan code, of set 1, as it comes, let go (80h) or not; -1: none has come. */
int screen_scan(void);

/* Esc was not pressed, as far as anybody knows. */
void screen_forget_stop(void);

/* Whether Esc was pressed, here or at the end of a page. */
bool screen_stop_asked(void);
