/*
 * SPDX-License-Identifier: MIT
 * Writes experiment files for the programs that options name: --program, --args, --stdin, --env.
 */
#pragma once

#include "host/base/verb_options.h"
#include "host/machines/programs/executables.h"

struct program_options {
    const char *programs[OPTION_MOST_REPEATS + 1]; /* paths; ends with NULL */
    /* The words after the program's: as many texts as programs, or one for all, or none. */
    const char *arguments[OPTION_MOST_REPEATS + 1];
    /* Files for standard input: as many as programs, or one for all, or none. */
    const char *inputs[OPTION_MOST_REPEATS + 1];
    const char *environment[OPTION_MOST_REPEATS + 1]; /* NAME=VALUE */
    /* Sources of samples, as in "event,data_read": each is an experiment. Ends with NULL. */
    const char *sources[OPTION_MOST_REPEATS + 1];
};

/* The rows of a verb's options that set a struct program_options. */
#define PROGRAM_OPTIONS(options)                                                                   \
    {0, "program...", (options).programs, NULL}, {0, "args...", (options).arguments, NULL},        \
        {0, "stdin...", (options).inputs, NULL},                                                   \
    {                                                                                              \
        0, "env...", (options).environment, NULL                                                   \
    }

/* Returns the first given option that --program must accompany, such as "--args"; NULL: none. */
const char *program_options_need_program(const struct program_options *options);

/*
 * Writes one temporary file for each program and source, or for each source alone, appends its path
 * to parms[], which ends with NULL, and adds the program and its standard input to *all. Returns 0,
 * or -1 after a message.
 */
int program_parms_write(const struct program_options *options, struct executables *all,
                        const char *parms[OPTION_MOST_REPEATS + 1]);
