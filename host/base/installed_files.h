/*
 * SPDX-License-Identifier: MIT
 * Where the simulator and the kernel's image lie: beside this program, as in build/, or in
 * ../lib/bareprobe seen from it, as `make install` puts them.
 */
#pragma once

/* The file's path, for the caller to free; NULL where it is in neither place. */
char *files_find(const char *name);

/* What to say where it is not: "neither in DIR nor in DIR", for the caller to free. */
char *files_places(void);
