/*
 * SPDX-License-Identifier: MIT
 * Matches names against shell-like patterns.
 */
#pragma once

#include <stdbool.h>

/*
 * Reports whether the whole text matches. * matches any run of characters, including an empty one
 * and '/'; ? matches one character; [a-z_] one of a set; [!a-z] one outside the set. A ']' directly
 * after '[' or '[!' is a member; a '[' that is never closed matches itself. There is no escape
 * character: [*] matches a star. Takes time of at most pattern length times text length, and no
 * stack.
 */
bool glob_match(const char *pattern, const char *text);
