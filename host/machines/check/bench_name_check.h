/*
 * SPDX-License-Identifier: MIT
 * Checks before a boot that the image contains the benchmarks that an experiment names.
 */
#pragma once

#include "host/base/string_set.h"
#include "kernel/settings/config.h"

/*
 * Returns 0, or -1 after a message that names a glob without a matching benchmark or case in the
 * image, with suggestions. Selected benchmarks that the build left out are reported with the reason
 * and added to `left_out` (or NULL); 1 if no other is selected. An unreadable image is ignored;
 * starting it reports the error.
 */
int bench_name_check(const struct config *config, const char *kernel, struct string_set *left_out);
