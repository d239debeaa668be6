/*
 * SPDX-License-Identifier: MIT
 * --html: an explanation as a single self-contained HTML page.
 */
#pragma once

#include "host/analysis/explain/explain_code.h"

struct explain_html_page {
    const struct explain_options *options;
    FILE *to;
    char *text;
    size_t length;
    bool region_named; /* of a benchmark: the user named it */
};

void explain_html_open(struct explain_html_page *page, const char *title,
                       const struct explain_options *options);

/*
 * Writes the page to options.html if the status is EXIT_FINE, otherwise discards it. Returns the
 * resulting status.
 */
int explain_html_close(struct explain_html_page *page, int status);

/*
 * Like explain_code() and explain_bench(), but write to options.html. Return the program's exit
 * status.
 */
int explain_html_code(const struct given_code *given, const struct explain_options *options);
int explain_html_bench(const char *name, const struct explain_options *options);
