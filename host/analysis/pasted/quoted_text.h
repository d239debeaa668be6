/*
 * SPDX-License-Identifier: MIT
 * Removes what web pages, word processors and mail add to code: typographic characters, fences of
 * Markdown, '>' before each line, numbers of lines.
 */
#pragma once

#include <stdbool.h>

void quoted_text_clean(char **lines, unsigned n);

/* Removes consecutive numbers before all lines. Returns false if the lines have none. */
bool quoted_text_remove_numbers(char **lines, unsigned n);
