/*
 * SPDX-License-Identifier: MIT
 * What makes each run of a hosted program its first: bench/hosted.h is what a program uses.
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
    const char *const *words; /* of argv */
    int count;
    const struct hosted_text *input, *output; /* for stdin; what stdout must hold, or NULL */
    char *data_start, *data_end, *data_copy;  /* what is put back, and room for what it was */
    char *bss_start, *bss_end;                /* what is cleared */
    bool *copied;
};

/* The three hooks; and argv, made anew by the second. */
void hosted_setup(const struct hosted_program *program);
void hosted_restore(const struct hosted_program *program);
const char *hosted_check(const struct hosted_program *program);
extern char **hosted_argv;

/* Where exit() is to end: `if (setjmp(hosted_end) == 0) exit(main(...));` behind hosted_begin(). */
extern jmp_buf hosted_end;
void hosted_begin(void);
