/*
 * SPDX-License-Identifier: MIT
 * Finds the simulator and the kernel image: next to this program, as in build/, or in
 * ../lib/bareprobe relative to it, where `make install` puts them.
 */
#pragma once

/* Returns the file's path, which the caller frees, or NULL if the file is in neither place. */
char *installed_file_find(const char *name);

/* Returns "neither in DIR nor in DIR" for an error message, with the goal of make that builds the
 * file, if this program is in its source tree; `goal` may be NULL. In the listener, the text for a
 * goal "build/..." is that the listener lacks the file. The caller frees the text. */
char *installed_file_places(const char *goal);
