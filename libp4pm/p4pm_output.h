/*
 * SPDX-License-Identifier: MIT
 * Stores measurements, and provides the lines that the kernel sends as files.
 */
#pragma once

#include "libp4pm/p4pm.h"

#define P4PM_FILE_BYTES 128 /* of a result file's name, including the terminating 0 */
#define P4PM_LINE_BYTES 80

struct p4pm_result {
    tsc_cont counts;
    char file[P4PM_FILE_BYTES]; /* "": no file */
};

/* Stores the name; executes the same number of instructions for any name. */
void p4pm_output_store_name(struct p4pm_result *result, const char *file);

/* Sets the results to send; with n = 0 nothing is sent, as before each run. */
void p4pm_output_send(const struct p4pm_result *results, unsigned n);

/* Formats the next line to send in line[] and returns the name of its file; NULL past the last
 * line. *next is the position, initially 0. Linked only if a benchmark calls libp4pm. */
const char *p4pm_output_line(unsigned *next, char line[P4PM_LINE_BYTES]);

/* Reports an error and ends the program. */
__attribute__((format(printf, 1, 2), noreturn)) void p4pm_output_fail(const char *what, ...);
