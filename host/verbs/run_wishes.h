/*
 * SPDX-License-Identifier: MIT
 * Options of `bareprobe run`, and the check that they are compatible.
 */
#pragma once

#include <stdbool.h>

#include "host/report/report_forms.h"
#include "host/target/request.h"
#include "host/target/save_run.h"
#include "host/target/simulator_options.h"
#include "host/target/suite.h"
#include "host/target/target.h"

/* The report's layouts, and additional forms of output. */
enum form {
    FORM_TABLE = LAYOUT_TABLE,
    FORM_RECORDS = REPORT_LAYOUTS,
    FORM_NONE,
    FORMS,
    FORM_OF_SUITE = FORMS,
};

struct wishes {
    struct request request;
    struct target_machine machine;
    struct simulator_options simulator;
    struct keeping keeping;
    bool sim, qemu, no_log, live;
    const char *sim_path, *qemu_path, *serial, *output, *logs, *silence;
    const char *suite_name, *form_name; /* NULL: none, the default */
    const char *files_to; /* a folder for files written by programs; NULL: print them */
    enum form form;       /* FORM_OF_SUITE: those of the suite */
    struct suite suite;
    double most_silence; /* seconds; 0: no limit */
    const char *jobs_text;
    unsigned jobs; /* processes that share the benchmarks, or the points of a sweep */
    const char *sweep[OPTION_MOST_REPEATS + 1];
    bool print;
};

/* Checks the options and completes the structure. Returns 0, or -1 after a message. */
int wishes_check(struct wishes *wishes);
