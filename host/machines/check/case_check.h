/*
 * SPDX-License-Identifier: MIT
 * Checks the arguments of a case, as in "apps/checksum:variant=before", before a boot.
 */
#pragma once

#include "tools/bench_image.h"

/* Returns 0, or -1 after a message that names the argument or value that no case of the benchmarks
 * has, and those that are allowed. Text from the first wildcard on is not checked. */
int case_check(const struct bench_image *image, const char *glob);
