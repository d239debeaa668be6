/*
 * SPDX-License-Identifier: MIT
 * Files that are either written whole or not at all.
 */
#pragma once

#include <stddef.h>

/*
 * Through a neighbour that is renamed; what stood there keeps its permissions, a link its target's
 * place. A device or pipe is written as it is; NULL or `-` is standard output. EXIT_FINE, or after
 * a message EXIT_USAGE where there can be no such file and EXIT_TARGET where writing failed.
 */
int write_whole(const char *file, const char *bytes, size_t length);
