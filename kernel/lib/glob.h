/*
 * SPDX-License-Identifier: MIT
 * Matching names against shell-like patterns.
 */
#pragma once

#include <stdbool.h>

/*
 * Whether the whole text matches: * stands for any run of characters, empty too and '/' included,
 * ? for any one, [a-z_] for one of a set, [!a-z] for one outside it. A ']' directly after '[' or
 * '[!' is a member; a '[' that is never closed stands for itself. There is no escape: [*] is a
 * star. Takes time of at most pattern length times text length, and no stack.
 */
bool glob_match(const char *pattern, const char *text);
