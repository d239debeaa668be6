/*
 * SPDX-License-Identifier: MIT
 * bareprobe compare RUN silicon:NAME.
 */
#pragma once

#include "host/run/run.h"

#define SILICON_PREFIX "silicon:"

/* Whether a name is not a run's but a chip's: "silicon:p54c-100". */
bool silicon_is_named(const char *name);

/* "silicon:help": the chips that there are. */
bool silicon_asks_help(const char *name);
void silicon_print_help(void);

/*
 * `name`: a chip's, "any" for that which the run is most like, or a file's, behind "silicon:". Rows
 * that differ beyond `fail_above` percent of those compared make it EXIT_REGRESSION; NAN: never.
 * Returns how the program ends.
 */
int silicon_compare(const struct run *run, const char *name, double fail_above);
