/*
 * SPDX-License-Identifier: MIT
 * What is asked of the kernel: its command line and its experiment files, checked here by the rules
 * that it reads them with itself (kernel/settings/config.h), so that a wrong name costs no boot.
 */
#pragma once

#include "host/base/verb_options.h"

struct request {
    const char *bench, *events, *group, *repetitions, *state, *ablate; /* NULL: not given */
    const char *parms[OPTION_MOST_REPEATS + 1];                        /* files; ends with NULL */
    const char *pebs_enable, *pebs_matrix_vert; /* hexadecimal, as perfex takes them; or NULL */
    const char *files[OPTION_MOST_REPEATS + 1]; /* for programs: PATH or NAME=PATH; likewise */
    char *const *settings;                      /* NAME=VALUE, as on the kernel's command line */
    int n_settings;
    const char *kernel; /* the image that has the benchmarks; NULL: not known here */
    const char *report; /* the form it is to be told in, where that can be refused; NULL: none */
    bool with_time;     /* the time stamp is counted beside the events that are named */
    const char *cpu;    /* whose events are meant, as --cpu has it; NULL: not known here */
};

/*
 * The settings as the kernel's command line has them, without what only a simulator needs; the
 * caller frees it. NULL after a message that names what is wrong and what is allowed.
 */
char *request_settings(const struct request *request);

/* The experiment files, and those for programs, as modules of a boot loader with commas between;
 * NULL for none; the caller frees it. */
char *request_modules(const struct request *request);
