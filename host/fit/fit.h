/*
 * SPDX-License-Identifier: MIT
 * What a run says of the virtual Pentium's parameters: a value where its findings leave one alone,
 * else why not.
 */
#pragma once

#include <stdio.h>

#include "host/run/run.h"

/* A range of what a number may be. */
struct interval {
    double low, high;
};

enum { FIT_VALUE_BYTES = 40, FIT_WHY_BYTES = 200, FIT_PARTS = 2 };

struct answer {
    const char *parameter, *values, *sources, *told_by; /* as unknowns.def has them */
    char value[FIT_VALUE_BYTES];                        /* as -set takes it; "" where undecided */
    struct interval parts[FIT_PARTS];                   /* of a number, or two of them; NAN else */
    char why[FIT_WHY_BYTES];                            /* it is undecided, or idle */
    bool idle;                                          /* it changes nothing on this machine */
};

struct answers {
    struct answer *answers; /* in the order of unknowns.def */
    unsigned n, told, idle;
    const char *cpu; /* "p54c" or "p55c" */
};

void fit(struct answers *answers, const struct run *run);
void fit_free(struct answers *answers);

/* Table, reasons and the last line. */
void fit_print(const struct answers *answers, const struct run *run, FILE *to);

/* A box's file (sim/boxes/README.md) of what was told: its text, for the caller to free. */
char *fit_box(const struct answers *answers, const struct run *run);
