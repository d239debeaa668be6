/*
 * SPDX-License-Identifier: MIT
 * Acquires the terminal for a screen and restores it: at the end, at die(), and on a signal that
 * ends the program.
 */
#pragma once

/* Returns 0, or -1 after a message: stdout is not a terminal, or TERM is unknown. */
int terminal_check(void);

void terminal_open(void);

/*
 * Makes the next refresh() draw every character if the window was resized since the last call. A
 * window that shrank and grew again at once has its old size when ncurses looks, but has lost text.
 */
void terminal_repaint_if_resized(void);

/* Also prints all messages since terminal_open() on stderr. May be called twice. */
void terminal_close(void);

/* Returns the last message; "" if none exists. */
const char *terminal_last_message(void);
