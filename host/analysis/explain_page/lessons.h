/*
 * SPDX-License-Identifier: MIT
 * --lessons: a page that teaches with classic example loops. Its text is lessons.txt.
 */
#pragma once

#include "host/analysis/explain/explain_code.h"

/* Writes all lessons to options.html. Returns the program's exit status. */
int lessons_write_page(const struct explain_options *options);
