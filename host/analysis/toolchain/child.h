/*
 * SPDX-License-Identifier: MIT
 * Runs a program to its end and collects its output.
 */
#pragma once

struct child {
    int status;            /* exit status; or CHILD_KILLED, CHILD_MISSING, CHILD_LATE */
    char *output, *errors; /* its standard output and error; child_free() frees them */
};

enum {
    CHILD_KILLED = -1,  /* by a signal */
    CHILD_MISSING = -2, /* the program does not exist */
    CHILD_LATE = -3,    /* it exceeded the time limit and was killed */
};

/* words[0] is looked up in PATH as by a shell; the array ends with NULL. */
void child_run(struct child *child, char *const *words, unsigned most_seconds);
void child_free(struct child *child);
