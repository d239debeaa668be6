/*
 * SPDX-License-Identifier: MIT
 * Commands of this program, so many at once.
 */
#pragma once

#include "host/sweep/shell_line.h"

struct command {
    struct words words; /* behind the program's name */
    int status;         /* its exit status once it has ended; 128 and a signal's number */
    bool ended;
    char *said; /* what it said on stderr */
    int process, stderr_file;
};

/*
 * Runs all of them; `ended` is called for each in their order, as soon as it and those before it
 * have ended. After Ctrl-C those that run are ended as Ctrl-C ends them, and the others not begun:
 * `ended` is false of these, and the call is not made.
 */
void pool_run(struct command *commands, unsigned n, unsigned at_once,
              void (*ended)(void *context, unsigned index), void *context);
