/*
 * SPDX-License-Identifier: MIT
 * Writes measurements to files, and ends the program after an error.
 */
#pragma once

#include "libp4pm/p4pm.h"

#define P4PM_FILE_BYTES 128 /* of a result file's name, including the terminating 0 */

struct p4pm_result {
    tsc_cont counts;
    char file[P4PM_FILE_BYTES]; /* "": no file */
};

/* Stores the name; executes the same number of instructions for any name. */
void p4pm_output_store_name(struct p4pm_result *result, const char *file);

/* Writes n results to their files, and creates the directories of these. */
void p4pm_output_write(const struct p4pm_result *results, unsigned n);

/* Reports an error and ends the program. */
__attribute__((format(printf, 1, 2), noreturn)) void p4pm_output_fail(const char *what, ...);
