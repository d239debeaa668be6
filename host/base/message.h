/*
 * SPDX-License-Identifier: MIT
 * What is said to the person at the terminal: on stderr, so that stdout carries data alone; and how
 * the program ends.
 */
#pragma once

#include <stdbool.h>

enum {
    EXIT_FINE = 0,
    EXIT_REGRESSION = 1, /* a regression, or a run that failed */
    EXIT_USAGE = 2,      /* an option, a name or a file's content that is wrong */
    EXIT_TARGET = 3,     /* the target, the port or the machine under us failed or did not answer */
};

/* Called before anything is said, to take a progress bar off the terminal; NULL for nothing. */
void say_after(void (*clear)(void));

/* Gives each sentence, without its end of line, to `take` instead of stderr; NULL for stderr. */
void say_to(void (*take)(const char *sentence));

/* "bareprobe VERB: " and the sentence; the verb is set once by main. */
void say_as(const char *verb);
__attribute__((format(printf, 1, 2))) void say(const char *format, ...);
__attribute__((format(printf, 2, 3), noreturn)) void die(int status, const char *format, ...);

/* Colour only on a terminal, not with NO_COLOR or TERM=dumb. */
bool colour_on(int file);

/* The terminal's width in columns; 100 where it is none. */
unsigned terminal_width(int file);
