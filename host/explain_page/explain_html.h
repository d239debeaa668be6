/*
 * SPDX-License-Identifier: MIT
 * --html: code explained, as one page that needs nothing else.
 */
#pragma once

#include "host/explain/explain_code.h"

/* As explain_code() and explain_bench(), into order.html. The program's exit status. */
int explain_html_code(const char *text, const char *name, const struct explain_order *order);
int explain_html_bench(const char *name, const struct explain_order *order);
