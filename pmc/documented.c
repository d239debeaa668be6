/*
 * SPDX-License-Identifier: MIT
 * Looks up documented values in documented.def.
 */
#include "pmc/documented.h"

#include <stdbool.h>
#include <stddef.h>

static const struct row {
    const char *finding, *p54c, *p55c, *source;
} rows[] = {
#define DOCUMENTED(finding, p54c, p55c, unit, source) {#finding, p54c, p55c, source},
#include "pmc/p5/documented.def"
#undef DOCUMENTED
};

static bool same(const char *a, const char *b)
{
    while (*a && *a == *b)
        a++, b++;
    return *a == *b;
}

static const struct row *find(const char *finding)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (same(rows[i].finding, finding))
            return &rows[i];
    return NULL;
}

const char *documented(const char *finding, const char *counters)
{
    const struct row *row = find(finding);

    if (!row)
        return NULL;
    return same(counters, "P55C") ? row->p55c : same(counters, "P5") ? row->p54c : NULL;
}

const char *documented_source(const char *finding)
{
    const struct row *row = find(finding);

    return row ? row->source : NULL;
}
