/*
 * SPDX-License-Identifier: MIT
 * Removes the directories of paths from a line of a log, and nothing else: "/home/ann/wc" becomes
 * "wc". The checksums of changed records are computed again.
 */
#pragma once

#include <stddef.h>

/*
 * Appends the line to *text, an allocated text of *length bytes (NULL: empty). A path is absolute
 * (/home/ann/wc, C:\dos\run.txt) or begins with ~, . or .. as its first directory; names such as
 * thesis/program1 are not paths. The output of a program (ev=written) is not changed. Returns the
 * number of paths that lost their directories.
 */
unsigned path_removal_append(char **text, size_t *length, const char *line, size_t line_length);
