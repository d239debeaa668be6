/*
 * SPDX-License-Identifier: MIT
 * Parses sizes in names of benchmarks and regions.
 */
#pragma once

#include <stddef.h>

/*
 * Finds the last separate number in a name and returns it in bytes: 4096 for "4096", "4K", "4 KB",
 * "read 4K", "size=4096", "matmul/4KiB"; K and M are powers of 1024. A number within a word, as in
 * "program1" or "figure_3_4", does not count. Returns 0 if no number is found; otherwise the rest
 * of the name is stored in rest[size].
 */
double sweep_size(const char *name, char *rest, size_t size);
