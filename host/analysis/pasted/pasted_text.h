/*
 * SPDX-License-Identifier: MIT
 * Removes from code what other programs have added to it: columns of listings, quotation marks of
 * mail and web pages, the C around a block of assembly.
 */
#pragma once

#include <stdbool.h>

/*
 * Replaces the lines in place; a line that has no code becomes empty, so that the others keep their
 * numbers. Returns whether the lines were C, and are the assembly that was in it.
 */
bool pasted_text_clean(char **lines, unsigned n);
