/*
 * SPDX-License-Identifier: MIT
 * One axis of --sweep: a kernel setting, an option of `run`, or a parameter of the virtual Pentium,
 * and its values.
 *
 *   repetitions=1..5                  1 2 3 4 5
 *   --mhz=60..200*1.5                 60 90 135
 *   --set=cache.misaligned=1,4..8+2   1 4 6 8
 *   state=warm,cold                   warm cold
 */
#pragma once

#include "host/base/verb_options.h"

#define SWEEP_MOST_VALUES 1000

struct axis {
    char *name;   /* "repetitions", "--mhz", "cache.misaligned": as given */
    char *before; /* prefix of a value on the command line of `run`: "--mhz=" */
    char **values;
    unsigned n;
};

/* Parses an axis. Any option that takes a value can be swept, except those in `fixed`, which ends
 * with NULL. Returns 0, or -1 after a message that names the value and the valid forms. */
int sweep_axis_read(const char *text, const struct option_spec *options, const char *const *fixed,
                    struct axis *axis);
void sweep_axis_free(struct axis *axis);
