/*
 * SPDX-License-Identifier: MIT
 * Resets a hosted program before each run, so that every run starts from the initial state. The
 * program's interface is bench/hosted.h.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "kernel/lib/setjmp.h"

struct hosted_text {
    const char *text;
    size_t length;
};

struct hosted_program {
    const char *const *words; /* the words of argv */
    int count;
    const struct hosted_text *input, *output; /* text of stdin; expected text of stdout, or NULL */
    /* Initialised data to restore, and room for its copy. */
    char *data_start, *data_end, *data_copy;
    char *bss_start, *bss_end; /* data to clear */
    bool *copied;
};

/* The three hooks. hosted_restore() also rebuilds argv. */
void hosted_setup(const struct hosted_program *program);
void hosted_restore(const struct hosted_program *program);
const char *hosted_check(const struct hosted_program *program);
extern char **hosted_argv;

/*
 * The place where exit() ends, used after hosted_begin(): `if (setjmp(hosted_end) == 0)
 * exit(main(...));`.
 */
extern jmp_buf hosted_end;
void hosted_begin(void);
