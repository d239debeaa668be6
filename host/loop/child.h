/*
 * SPDX-License-Identifier: MIT
 * A program that is run to its end, with what it wrote.
 */
#pragma once

struct child {
    int status;          /* of its exit; CHILD_KILLED, CHILD_MISSING, CHILD_LATE */
    char *output, *said; /* of its standard output and error, to be freed */
};

enum {
    CHILD_KILLED = -1,  /* by a signal */
    CHILD_MISSING = -2, /* there is no such program */
    CHILD_LATE = -3,    /* it took longer than that, and was killed */
};

/* words[0] is looked up as a shell does; the array ends with NULL. */
void child_run(struct child *child, char *const *words, unsigned most_seconds);
void child_free(struct child *child);
