/*
 * SPDX-License-Identifier: MIT
 * --html: an explanation as a single self-contained HTML page.
 */
#pragma once

#include "host/explain/explain_code.h"

struct html_page {
    const struct explain_order *order;
    FILE *to;
    char *text;
    size_t length;
    bool region_named; /* of a benchmark: the user named it */
};

void html_page_open(struct html_page *page, const char *title, const struct explain_order *order);

/*
 * Writes the page to order.html if the status is EXIT_FINE, otherwise discards it. Returns the
 * resulting status.
 */
int html_page_close(struct html_page *page, int status);

/*
 * Like explain_code() and explain_bench(), but write to order.html. Return the program's exit
 * status.
 */
int explain_html_code(const char *text, const char *name, const struct explain_order *order);
int explain_html_bench(const char *name, const struct explain_order *order);
