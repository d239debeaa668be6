/*
 * SPDX-License-Identifier: MIT
 * Reports the benchmarks that an experiment selects and that the build left out of the image.
 */
#pragma once

#include "host/base/string_set.h"
#include "kernel/settings/config.h"
#include "tools/bench_image.h"

/* Returns whether the build left out a benchmark that the glob matches. */
bool left_out_check_glob(const struct bench_image *image, const char *glob);

/*
 * Prints a message for each benchmark that the experiment selects and that is left out, with the
 * reason, and adds it to `reported`, unless it is in it; `reported` may be NULL.
 */
void left_out_check(const struct config *config, const struct bench_image *image,
                    struct string_set *reported);
