/*
 * SPDX-License-Identifier: MIT
 * Files in a temporary directory, as tools need them.
 */
#pragma once

#include <stddef.h>

/* Returns the path of a file in the directory, which the caller frees. */
char *work_file_path(const char *folder, const char *name);

/* Returns 0, or -1 after a message. */
int work_file_write(const char *path, const void *bytes, size_t size);
