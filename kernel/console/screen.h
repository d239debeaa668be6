/*
 * SPDX-License-Identifier: MIT
 * The PC's text screen, VGA or MDA, and its keyboard: 24 lines that scroll above a status line.
 * Without an adapter nothing is shown; without a keyboard no key is reported.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SCREEN_COLUMNS 80

/* Clears the screen and discards keys typed earlier. */
void screen_open(void);

/*
 * Makes each full screen of text wait for a key, for at most that many seconds, as soon as the
 * clock speed is known. If no key comes in that time, later pages do not wait until a key is
 * pressed. Without `reader`, pages do not wait before the first key press.
 */
void screen_pages(unsigned seconds, bool reader);

/*
 * Begins the answer to a command that was typed at a prompt, and its first page: screen_pages() for
 * the answer alone. Keys other than Space, Enter, Page Down and Esc end the waits, and
 * screen_scan_code() returns them afterwards.
 */
void screen_begin_answer(unsigned seconds, bool reader);

/*
 * While held, text is stored and drawn only when a page waits or the status changes: of a hundred
 * lines at once, only the last screen is drawn, which takes the time of one screen.
 */
void screen_defer_drawing(bool hold);

/* Shows text in the upper part. It has the signature of struct wire's `send`; `to` is unused. */
void screen_send(void *to, const char *text, size_t length);

/* Sets the status line. */
void screen_set_status(const char *text);

/*
 * Returns the next scan code of set 1, for a press or a release (bit 7 set), or -1 if there is
 * none.
 */
int screen_scan_code(void);

/* Clears a recorded press of Esc. */
void screen_forget_stop(void);

/* Reports whether Esc was pressed, here or at the end of a page. */
bool screen_stop_asked(void);
