/*
 * SPDX-License-Identifier: MIT
 * Writes files atomically: either the whole file or nothing.
 */
#pragma once

#include <stddef.h>

/*
 * Writes a temporary file and renames it. A replaced file keeps its permissions; if the name is a
 * symbolic link, its target is replaced. A device or pipe is written directly; NULL or `-` is
 * standard output. Returns EXIT_FINE, or after a message EXIT_USAGE if the file cannot be created
 * and EXIT_TARGET if writing fails.
 */
int atomic_file_write(const char *file, const char *bytes, size_t length);
