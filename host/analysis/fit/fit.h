/*
 * SPDX-License-Identifier: MIT
 * Infers the virtual Pentium's parameters from a run: a value if the findings leave only one,
 * otherwise the reason.
 */
#pragma once

#include <stdio.h>

#include "host/data/run/run.h"

/* The range of possible values of a number. */
struct fit_interval {
    double low, high;
};

enum { FIT_VALUE_BYTES = 40, FIT_REASON_BYTES = 200, FIT_PARTS = 2 };

struct fit_answer {
    const char *parameter, *values, *sources, *decided_by; /* as in unknowns.def */
    char value[FIT_VALUE_BYTES];          /* in the format of -set; "" if undecided */
    struct fit_interval parts[FIT_PARTS]; /* of a number, or of its two parts; otherwise NAN */
    char reason[FIT_REASON_BYTES];        /* reason if undecided or idle */
    bool idle;                            /* without effect on this machine */
};

struct fit_answers {
    struct fit_answer *answers; /* in the order of unknowns.def */
    unsigned n, inferred, idle;
    const char *cpu; /* "p54c" or "p55c" */
};

void infer_parameters(struct fit_answers *answers, const struct run *run);
void infer_answers_free(struct fit_answers *answers);

/* Prints the table, the reasons and the summary line. */
void fit_output_print(const struct fit_answers *answers, const struct run *run, FILE *to);

/*
 * Returns a machine profile (sim/machine_profiles/README.md) with the inferred values. The caller
 * frees it.
 */
char *fit_output_profile(const struct fit_answers *answers, const struct run *run);
