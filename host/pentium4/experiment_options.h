/*
 * SPDX-License-Identifier: MIT
 * The options of `bareprobe experiments`.
 */
#pragma once

#include "host/base/verb_options.h"
#include "host/pentium4/xml/experiment_file.h"
#include "host/machines/saved_run.h"

struct experiment_options {
    const char *file, *config, *outdir, *iterations_text;
    const char *cpu, *serial, *sim, *kernel, *silence;
    const char *bench; /* replaces all programs of the file; NULL if not given */
    const char *programs[OPTION_MOST_REPEATS + 1]; /* PROGRAM=BENCHMARK */
    const char *write_config;                      /* a file; NULL: standard output */
    bool wants_config, registers_only, strict, print, no_sampling;
    unsigned iterations;
    double most_silence;     /* seconds; 0: no limit */
    const char *kernel_path; /* the image that contains the benchmarks; NULL if unknown */
    struct saved_run_options saving;
    struct netburst_machine machine;
    char *const *settings; /* NAME=VALUE for the kernel */
    int n_settings;
};

/* Checks the options and fills in derived values. Returns 0, or -1 after a message. */
int experiment_options_check(struct experiment_options *options);
