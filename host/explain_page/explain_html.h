/*
 * SPDX-License-Identifier: MIT
 * --html: code explained, as one page that needs nothing else.
 */
#pragma once

#include "host/explain/explain_code.h"

struct html_page {
    const struct explain_order *order;
    FILE *to;
    char *text;
    size_t length;
    bool region_named; /* of a benchmark: it was asked for */
};

void html_page_open(struct html_page *page, const char *title, const struct explain_order *order);

/* Written into order.html where the status is EXIT_FINE, else given up; the status then. */
int html_page_close(struct html_page *page, int status);

/* As explain_code() and explain_bench(), into order.html. The program's exit status. */
int explain_html_code(const char *text, const char *name, const struct explain_order *order);
int explain_html_bench(const char *name, const struct explain_order *order);
