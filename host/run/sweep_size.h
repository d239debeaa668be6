/*
 * SPDX-License-Identifier: MIT
 * Sizes in names: what a benchmark says of its working set.
 */
#pragma once

#include <stddef.h>

/*
 * The last number in a name that stands by itself, in bytes: 4096 of "4096", "4K", "4 KB",
 * "read 4K", "size=4096", "matmul/4KiB"; K and M are powers of 1024. A number within a word, as
 * in "program1" or "figure_3_4", is none. Returns 0 where there is none; else what is left of the
 * name is put into rest[size].
 */
double sweep_size(const char *name, char *rest, size_t size);
