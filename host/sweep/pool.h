/*
 * SPDX-License-Identifier: MIT
 * Runs commands of this program as parallel processes, up to a maximum number at once.
 */
#pragma once

#include "host/sweep/shell_line.h"

struct command {
    struct words words; /* without the program's name */
    int status;         /* exit status after the end; 128 + signal number if killed */
    bool ended;
    char *said; /* its output on stderr */
    int process, stderr_file;
};

/*
 * Runs all commands. Calls `ended` for each in their order, once it and all before it have ended.
 * After Ctrl-C running commands are ended as by Ctrl-C, and the others are not started: for these
 * `ended` is false, and the callback is not called.
 */
void pool_run(struct command *commands, unsigned n, unsigned at_once,
              void (*ended)(void *context, unsigned index), void *context);
