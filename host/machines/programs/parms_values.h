/*
 * SPDX-License-Identifier: MIT
 * Finds settings in an experiment file, with their lines. kernel/settings/parms.c parses the file;
 * this finds what the host must know before the boot.
 */
#pragma once

#include <stddef.h>

struct parms_value {
    const char *start; /* without blanks at its ends */
    size_t length;
    unsigned line; /* from 1 */
};

/*
 * Finds the next value of a setting, `name = value;`, from *at on, and moves *at and *line past it;
 * *at is NULL before the first call. Returns 0, or -1 after the last value.
 */
int parms_values_next(const char *text, size_t length, const char *name, const char **at,
                      unsigned *line, struct parms_value *value);
