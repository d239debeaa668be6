/*
 * SPDX-License-Identifier: MIT
 * Where measurements are kept, and what the kernel sends of them as files.
 */
#pragma once

#include "libp4pm/p4pm.h"

#define P4PM_FILE_BYTES 128 /* of a result file's name, with the 0 at its end */
#define P4PM_LINE_BYTES 80

struct p4pm_result {
    tsc_cont counts;
    char file[P4PM_FILE_BYTES]; /* "": none */
};

/* Executes as many instructions for any name. */
void p4pm_keep_name(struct p4pm_result *result, const char *file);

/* From now on these are sent; none: nothing is, as before each run. */
void p4pm_send_results(const struct p4pm_result *results, unsigned n);

/*
 * The next line to send, in line[], and the name of its file; NULL behind the last. Where to go on
 * is in *next, 0 at first. Linked where a benchmark calls libp4pm.
 */
const char *p4pm_sent_line(unsigned *next, char line[P4PM_LINE_BYTES]);

/* Says what is wrong, and ends the program. */
__attribute__((format(printf, 1, 2), noreturn)) void p4pm_fail(const char *what, ...);
