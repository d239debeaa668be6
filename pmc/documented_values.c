/*
 * SPDX-License-Identifier: MIT
 * Looks up documented values in documented.def.
 */
#include "pmc/documented_values.h"

#include <stdbool.h>
#include <stddef.h>

static const struct documented_row {
    const char *finding, *p54c, *p55c, *source;
} rows[] = {
#define DOCUMENTED(finding, p54c, p55c, unit, source) {#finding, p54c, p55c, source},
#include "pmc/p5/documented.def"
#undef DOCUMENTED
};

static bool documented_is_equal(const char *a, const char *b)
{
    while (*a && *a == *b)
        a++, b++;
    return *a == *b;
}

static const struct documented_row *documented_find(const char *finding)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (documented_is_equal(rows[i].finding, finding))
            return &rows[i];
    return NULL;
}

const char *documented_value(const char *finding, const char *counters)
{
    const struct documented_row *row = documented_find(finding);

    if (!row)
        return NULL;
    return documented_is_equal(counters, "P55C") ? row->p55c
           : documented_is_equal(counters, "P5") ? row->p54c
                                                 : NULL;
}

const char *documented_source(const char *finding)
{
    const struct documented_row *row = documented_find(finding);

    return row ? row->source : NULL;
}
