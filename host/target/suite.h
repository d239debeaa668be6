/*
 * SPDX-License-Identifier: MIT
 * Suites: experiment files that come with the program (iso/experiments/), by name. A comment of
 * such a file says in one line what it is for, another in which form its run is told:
 *
 *   # The programs of the thesis, in all events.
 *   # report: machine
 */
#pragma once

#include <stdbool.h>

#include "host/report/report_forms.h"

#define SUITE_MOST_FILES 4
#define SUITE_ALL        "all" /* the suites thesis, machine and apps, one after the other */

struct suite {
    char *name, *text;
    char *files[SUITE_MOST_FILES + 1]; /* ends with NULL */
    bool reports[REPORT_LAYOUTS];      /* in which forms its run is told */
    char *text_of;                     /* the only file told as text; NULL: each */
};

/* 0, or -1 after a message: there is none of that name, or its file cannot be read. */
int suite_find(const char *name, struct suite *suite);
void suite_free(struct suite *suite);

/* Names of all suites, NULL-terminated; the caller frees each and the array. NULL after a message.
 */
char **suite_names(void);
