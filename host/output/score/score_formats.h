/*
 * SPDX-License-Identifier: MIT
 * Finds the format of a score by its name.
 */
#pragma once

#include <stdbool.h>
#include <stdio.h>

#include "host/analysis/score/score_table.h"

struct score_format {
    const char *name;
    void (*write)(const struct score_table *table, bool all, FILE *to, bool colour);
};

/* Returns NULL after a message if no format has that name. */
const struct score_format *score_format_find(const char *name);
