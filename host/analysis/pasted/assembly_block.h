/*
 * SPDX-License-Identifier: MIT
 * Finds assembly inside C that gcc does not compile: blocks of Microsoft's and Borland's compilers,
 * of Pascal, `#pragma aux` of Watcom's; and statements of GNU's inline assembly without a function.
 */
#pragma once

#include <stdbool.h>

/* Replaces the lines in place by the assembly in them; returns whether they have any of these. */
bool assembly_block_extract(char **lines, unsigned n);
