/*
 * SPDX-License-Identifier: MIT
 * Looking up documented.def.
 */
#include "pmc/documented.h"

#include <stddef.h>

static const struct row {
    const char *finding, *p54c, *p55c, *source;
} rows[] = {
#define DOCUMENTED(finding, p54c, p55c, unit, source) {#finding, p54c, p55c, source},
#include "pmc/documented.def"
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

const char *documented(const char *finding, bool p55c)
{
    const struct row *row = find(finding);

    return !row ? NULL : p55c ? row->p55c : row->p54c;
}

const char *documented_source(const char *finding)
{
    const struct row *row = find(finding);

    return row ? row->source : NULL;
}
