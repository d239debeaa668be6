/*
 * SPDX-License-Identifier: MIT
 * Finds the simulator and the kernel image: next to this program, as in build/, or in
 * ../lib/bareprobe relative to it, where `make install` puts them.
 */
#pragma once

/* Returns the file's path, which the caller frees, or NULL if the file is in neither place. */
char *installed_file_find(const char *name);

/* Returns "neither in DIR nor in DIR" for an error message. The caller frees it. */
char *installed_file_places(void);
