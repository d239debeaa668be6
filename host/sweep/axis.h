/*
 * SPDX-License-Identifier: MIT
 * What one --sweep goes through: a setting of the kernel, an option of run, or a parameter of the
 * virtual Pentium, and its values.
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
    char *name;   /* "repetitions", "--mhz", "cache.misaligned": as it was given */
    char *before; /* what stands before a value on run's command line: "--mhz=" */
    char **values;
    unsigned n;
};

/*
 * Options may be swept that take a value and are not among `fixed`, which ends with NULL. 0, or -1
 * after a message that names the value and what would do.
 */
int axis_read(const char *text, const struct option_spec *options, const char *const *fixed,
              struct axis *axis);
void axis_free(struct axis *axis);
