/*
 * SPDX-License-Identifier: MIT
 * The virtual Pentium as `bareprobe explain` runs it.
 */
#pragma once

#include <stdbool.h>

#include "host/loop/child.h"

#define MACHINE_WORDS 96

struct explain_machine {
    const char *program; /* vpentium; NULL: the usual one */
    const char *cpu;     /* as vpentium's -cpu; NULL: p54c */
    const char **words;  /* more of its options, ended by NULL; or NULL */
    const char **more;   /* and others behind, which win; or NULL */
};

/* The P5 or P55C, whose pipes its model knows; other processors have none. */
bool machine_has_pipes(const struct explain_machine *machine);

/* "virtual P54C 100 MHz" */
void machine_name(const struct explain_machine *machine, const char *mhz, char name[64]);

/* Runs the kernel with the words in front, ended by NULL. -1 after a message where it could not be
 * run or complained; the child is to be freed otherwise. `most` seconds are its bound. */
int machine_run(const struct explain_machine *machine, const char *const *front, unsigned most,
                struct child *child);
