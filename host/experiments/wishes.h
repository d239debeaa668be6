/*
 * SPDX-License-Identifier: MIT
 * What is asked of `bareprobe experiments`.
 */
#pragma once

#include "host/base/verb_options.h"
#include "host/experiments/xml/experiment_file.h"

struct experiment_wishes {
    const char *file, *config, *outdir, *iters_text, *cpu, *serial, *kernel, *bench, *silence;
    const char *programs[OPTION_MOST_REPEATS + 1]; /* PROGRAM=BENCHMARK */
    const char *write_config;                      /* a file; NULL: standard output */
    bool wants_config, registers_only, strict, print, no_sampling;
    unsigned iterations;
    double most_silence; /* seconds; 0: no bound */
    struct netburst_machine machine;
    char *const *settings; /* NAME=VALUE for the kernel */
    int n_settings;
};

/* What follows from the options is filled in. 0, or -1 after a message. */
int experiment_wishes_check(struct experiment_wishes *wishes);
