/*
 * SPDX-License-Identifier: MIT
 * Infers the virtual Pentium's parameters from a run: a value if the findings leave only one,
 * otherwise the reason.
 */
#pragma once

#include <stdio.h>

#include "host/run/run.h"

/* The range of possible values of a number. */
struct interval {
    double low, high;
};

enum { FIT_VALUE_BYTES = 40, FIT_WHY_BYTES = 200, FIT_PARTS = 2 };

struct answer {
    const char *parameter, *values, *sources, *told_by; /* as in unknowns.def */
    char value[FIT_VALUE_BYTES];                        /* in the format of -set; "" if undecided */
    struct interval parts[FIT_PARTS]; /* of a number, or of its two parts; otherwise NAN */
    char why[FIT_WHY_BYTES];          /* reason if undecided or idle */
    bool idle;                        /* without effect on this machine */
};

struct answers {
    struct answer *answers; /* in the order of unknowns.def */
    unsigned n, told, idle;
    const char *cpu; /* "p54c" or "p55c" */
};

void fit(struct answers *answers, const struct run *run);
void fit_free(struct answers *answers);

/* Prints the table, the reasons and the summary line. */
void fit_print(const struct answers *answers, const struct run *run, FILE *to);

/* Returns a machine profile (sim/boxes/README.md) with the inferred values. The caller frees it. */
char *fit_box(const struct answers *answers, const struct run *run);
