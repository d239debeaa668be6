/*
 * SPDX-License-Identifier: MIT
 * Runs commands of this program as parallel processes, up to a maximum number at once.
 */
#pragma once

#include "host/machines/sweep/shell_line.h"

struct pool_command {
    struct shell_line words; /* without the program's name */
    int status;              /* exit status after the end; 128 + signal number if killed */
    bool ended;
    char *messages; /* its output on stderr */
    int process, stderr_file;
};

/*
 * Runs all commands. Calls `ended` for each in their order, once it and all before it have ended.
 * After Ctrl-C running commands are ended as by Ctrl-C, and the others are not started: for these
 * `ended` is false, and the callback is not called.
 */
void process_pool_run(struct pool_command *commands, unsigned n, unsigned at_once,
                      void (*ended)(void *context, unsigned index), void *context);
