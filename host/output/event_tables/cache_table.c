/*
 * SPDX-License-Identifier: MIT
 * Prints the properties of caches and memory that benchmarks found.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/allocation.h"
#include "host/base/number_text.h"
#include "host/output/event_tables/event_grid.h"
#include "host/output/event_tables/event_tables.h"

#define NOT_APPLICABLE "N/A"
#define COLUMNS        3

/* The finding for each cell: a name, NOT_APPLICABLE, or NULL if no benchmark determines it. */
static const struct cache_row {
    const char *parameter, *findings[COLUMNS];
} cache_rows[] = {
    {"size", {"l1_data_size", "l2_size", NULL}},
    {"line size", {"l1_data_line", NULL, NOT_APPLICABLE}},
    {"write policy", {"l1_data_write_policy", NULL, NOT_APPLICABLE}},
    {"write allocation", {"l1_data_write_allocate", NULL, NOT_APPLICABLE}},
    {"set associativity", {"l1_data_ways", NULL, NOT_APPLICABLE}},
    {"replacement algorithm", {"l1_data_replacement", NULL, NOT_APPLICABLE}},
    {"banks", {"l1_data_banks", NOT_APPLICABLE, NOT_APPLICABLE}},
    {"data bus width", {NOT_APPLICABLE, "bus_width", "bus_width"}},
    {"latency of a load", {"load_latency", NULL, NULL}},
    {"reading a line", {NOT_APPLICABLE, "l2_line_fill", "memory_line_fill"}},
};
#define ROWS (sizeof cache_rows / sizeof cache_rows[0])

static const struct finding *
cache_table_find(const struct run *run, const struct event_tables_view *view, const char *name)
{
    for (unsigned i = run->n_findings; i-- > 0;) {
        const struct finding *finding = &run->findings[i];
        if (!strcmp(finding->name, name) &&
            selection_matches_variant(&view->view->selection, finding->bench, finding->state,
                                      finding->ablate))
            return finding;
    }
    return NULL;
}

/* Formats "8 KB", "2-way", "9.0 clocks". The caller frees it. */
static char *cache_table_value(const struct finding *finding)
{
    const char *unit = finding->unit ? finding->unit : "";
    if (isnan(finding->value))
        return allocate_copy(finding->text);
    if (!strcmp(unit, "bytes") && finding->value >= 1024 && fmod(finding->value, 1024) == 0)
        return allocate_text("%s KB", number_text(finding->value / 1024, 0));
    size_t length = strlen(unit); /* "1 clock" */
    bool one = finding->value == 1 && length && unit[length - 1] == 's';
    return allocate_text("%s %.*s", number_text_short(finding->value, 1), (int)(length - one),
                         unit);
}

/* Returns whether the cell has a number or a word. */
static bool cache_table_set(struct event_grid *grid, const struct run *run,
                            const struct event_tables_view *view, unsigned row, unsigned column)
{
    const char *name = cache_rows[row].findings[column];
    const struct finding *finding =
        name && strcmp(name, NOT_APPLICABLE) ? cache_table_find(run, view, name) : NULL;
    char *value = finding ? cache_table_value(finding) : NULL;
    event_grid_set_text(grid, row, column,
                        value                                   ? value
                        : name && !strcmp(name, NOT_APPLICABLE) ? NOT_APPLICABLE
                                                                : "not measured");
    free(value);
    return finding != NULL;
}

unsigned cache_table_print(const struct run *run, const struct event_tables_view *view, FILE *to)
{
    static const char *const headers[COLUMNS] = {"L1 data cache", "L2 cache", "main memory"};
    struct event_grid *grid = event_grid_new("parameter");
    unsigned found = 0;
    for (unsigned c = 0; c < COLUMNS; c++)
        event_grid_add_column(grid, headers[c]);
    for (unsigned r = 0; r < ROWS; r++) {
        event_grid_add_row(grid, cache_rows[r].parameter);
        for (unsigned c = 0; c < COLUMNS; c++)
            found += cache_table_set(grid, run, view, r, c);
    }
    if (run->memory_kb) {
        char *size = allocate_text("%s MB", number_text_short(run->memory_kb / 1024.0, 1));
        event_grid_set_text(grid, event_grid_row(grid, "size"), COLUMNS - 1, size);
        free(size);
    }
    if (found) {
        fprintf(to, "\ncaches and memory, found by benchmarks   (%s)\n",
                platform_name(run->platform));
        event_grid_print(grid, view->width, view->view->colour, to);
        if (run->mhz > 0)
            fprintf(to, "clocks are those of the processor, %.1f MHz\n", run->mhz);
    }
    event_grid_free(grid);
    return found;
}
