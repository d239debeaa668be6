/*
 * SPDX-License-Identifier: MIT
 * The names of the tables.
 */
#include "host/output/event_tables/event_table_names.h"

#include <string.h>

event_table_print *event_table_named(const char *name)
{
    static const struct {
        const char *name;
        event_table_print *print;
    } tables[] = {
        {"counts", counts_table_print},
        {"theory", theory_table_print},
        {"iteration", iteration_table_print},
        {"caches", cache_table_print},
    };
    for (unsigned i = 0; i < sizeof tables / sizeof tables[0]; i++)
        if (!strcmp(tables[i].name, name))
            return tables[i].print;
    return NULL;
}
