/*
 * SPDX-License-Identifier: MIT
 * Prints messages for the user on stderr, so that stdout carries data only, and defines the exit
 * statuses.
 */
#pragma once

#include <stdbool.h>

enum {
    EXIT_FINE = 0,
    EXIT_REGRESSION = 1, /* a regression, a failed run, or a suspect result */
    EXIT_USAGE = 2,      /* a wrong option, name or file content */
    EXIT_TARGET = 3,     /* the target, the port or the host machine failed or did not answer */
};

/* `clear` is called before each message, for example to remove a progress bar; NULL for none. */
void message_clear_before(void (*clear)(void));

/* Sends each message, without its end of line, to `receive` instead of stderr; NULL for stderr. */
void message_redirect(void (*receive)(const char *sentence));

/* Each message begins with "bareprobe VERB: ". main sets the verb once. */
void message_set_verb(const char *verb);
__attribute__((format(printf, 1, 2))) void message_print(const char *format, ...);
__attribute__((format(printf, 2, 3), noreturn)) void die(int status, const char *format, ...);

/* Colour is on only for a terminal, and off with NO_COLOR or TERM=dumb. */
bool colour_on(int file);

/* The terminal's width in columns; 100 if the file is not a terminal. */
unsigned terminal_width(int file);
