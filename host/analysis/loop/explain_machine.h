/*
 * SPDX-License-Identifier: MIT
 * The virtual Pentium for `bareprobe explain`.
 */
#pragma once

#include <stdbool.h>

#include "host/analysis/toolchain/child.h"

#define MACHINE_WORDS 96

struct explain_machine {
    const char *program; /* vpentium; NULL: the default */
    const char *cpu;     /* as vpentium's -cpu; NULL: p54c */
    const char **words;  /* further options, ended by NULL; or NULL */
    const char **more;   /* options after those, which override them; or NULL */
};

/* Returns whether the processor is a P5 or P55C, for which the model has pipes. */
bool explain_machine_has_pipes(const struct explain_machine *machine);

/* Formats "virtual P54C 100 MHz". */
void explain_machine_name(const struct explain_machine *machine, const char *mhz, char name[64]);

/*
 * Runs the simulator with the words `front`, ended by NULL, before `words` and `more`. `most` is
 * the time limit in seconds. Returns -1 after a message if it could not be run or reported an
 * error; otherwise the caller frees the child.
 */
int explain_machine_run(const struct explain_machine *machine, const char *const *front,
                        unsigned most, struct child *child);

/* The same without messages: a run that fails or is late is a result, and its output is left. */
int explain_machine_try(const struct explain_machine *machine, const char *const *front,
                        unsigned most, struct child *child);
