/*
 * SPDX-License-Identifier: MIT
 * A program that is run to be explained: how its first run ended, and the names of its regions.
 */
#pragma once

#include <stdbool.h>

#define PROGRAM_REGIONS 256

struct watched_program {
    const char *name, *path;        /* of the executable */
    bool known;                     /* a run was read */
    char *regions[PROGRAM_REGIONS]; /* names, or NULL */
};

/*
 * Reads the records of the first run. Prints a message for each fault, and for a program that ended
 * otherwise than with exit status 0. `kernel` is the image that ran. Further runs are ignored.
 */
void watched_program_read(struct watched_program *program, const char *records, const char *kernel);
void watched_program_free(struct watched_program *program);
