/*
 * SPDX-License-Identifier: MIT
 * Suites: named experiment files that are installed with the program (iso/experiments/). A comment
 * in the file describes the suite in one line; another one selects the report layouts of its run:
 *
 *   # The programs of the thesis, in all events.
 *   # report: machine
 */
#pragma once

#include <stdbool.h>

#include "host/output/report/report_layouts.h"

#define SUITE_MOST_FILES 4
#define SUITE_ALL        "all" /* the suites thesis, machine and apps in sequence */

struct suite {
    char *name, *text;
    char *files[SUITE_MOST_FILES + 1]; /* ends with NULL */
    bool reports[REPORT_LAYOUTS];      /* report layouts for its run */
    char *text_of; /* the only file with a table or text report; NULL: all files */
};

/* Returns 0, or -1 after a message if the suite does not exist or its file cannot be read. */
int suite_find(const char *name, struct suite *suite);
void suite_free(struct suite *suite);

/* Returns the names of all suites, NULL-terminated; the caller frees each and the array. NULL after
 * a message. */
char **suite_names(void);
