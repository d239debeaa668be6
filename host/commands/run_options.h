/*
 * SPDX-License-Identifier: MIT
 * Options of `bareprobe run`, and the check that they are compatible.
 */
#pragma once

#include <stdbool.h>

#include "host/output/report/report_layouts.h"
#include "host/machines/request.h"
#include "host/machines/saved_run.h"
#include "host/machines/simulator_options.h"
#include "host/machines/suite.h"
#include "host/machines/target.h"

/* The report's layouts, and additional forms of output. */
enum form {
    FORM_TABLE = LAYOUT_TABLE,
    FORM_RECORDS = REPORT_LAYOUTS,
    FORM_NONE,
    FORMS,
    FORM_OF_SUITE = FORMS,
};

struct run_options {
    struct request request;
    struct target_machine machine;
    struct simulator_options simulator;
    struct saved_run_options saving;
    bool sim, qemu, no_log, live;
    bool log_missing; /* no raw log can be written */
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

/*
 * A Pentium interrupts at an overflow only if its pin PM0 is wired to NMI. Wires the pin of the
 * virtual Pentium if multiplexing has slices of events, and reports it.
 */
void run_options_wire_pin(struct run_options *options);

/* Checks the options and completes the structure. Returns 0, or -1 after a message. */
int run_options_check(struct run_options *options);

/* Checks, once the programs are known, the options that need one. Returns 0, or -1 after a
 * message. */
int run_options_check_programs(const struct run_options *options);
