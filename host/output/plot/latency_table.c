/*
 * SPDX-License-Identifier: MIT
 * Load latencies: parses names of cases such as "chain/linear:size=4K:stride=32:pages=ordered".
 */
#include "host/output/plot/latency_table.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/allocation.h"
#include "host/base/message.h"
#include "host/base/folder_files.h"
#include "host/base/installed_files.h"
#include "kernel/settings/suggestions.h"
#include "tools/processor_words.h"

#define FINDING "clocks_per_load"
#define SIZE    ":size="
#define FOLDER  "silicon"
#define ENDING  "_mem.tsv"

/* Removes the size from the name and stores it; false if the name has no size. */
static bool latency_table_parse_name(struct latency *row, const char *name)
{
    const char *size = strstr(name, SIZE), *rest;
    char *end;
    if (!size)
        return false;
    row->size = (double)strtoul(size + strlen(SIZE), &end, 10);
    if (*end == 'K' || *end == 'M')
        row->size *= *end++ == 'K' ? 1 << 10 : 1 << 20;
    rest = end;
    int length = snprintf(row->name, sizeof row->name, "%.*s%s", (int)(size - name), name, rest);
    return row->size > 0 && (*rest == ':' || !*rest) && length < (int)sizeof row->name;
}

static void latency_table_add_row(struct latency_table *table, const char *name, double clocks)
{
    struct latency row = {.clocks = clocks};
    if (latency_table_parse_name(&row, name) && isfinite(clocks) && clocks > 0)
        *(struct latency *)allocate_element(&table->rows, &table->n, sizeof row) = row;
}

void latency_table_of_run(struct latency_table *table, const struct run *run,
                          const struct result_selection *selection)
{
    *table = (struct latency_table){0};
    snprintf(table->source, sizeof table->source, "%s, %s", run->source,
             run_platform_sentence(run->platform));
    for (unsigned i = 0; i < run->n_findings; i++) {
        const struct finding *finding = &run->findings[i];
        if (!strcmp(finding->name, FINDING) && !finding->text &&
            selection_matches_variant(selection, finding->bench, finding->state, finding->ablate))
            latency_table_add_row(table, finding->bench, finding->value);
    }
}

/* ---- tables of chips ------------------------------------------------------------------------- */

static int latency_table_unknown(const char *name, char *const *chips, unsigned n)
{
    struct suggestion suggestion = {0};
    char *all = allocate_copy("");
    for (unsigned i = 0; i < n; i++) {
        suggestions_offer(&suggestion, name, strlen(name), chips[i]);
        allocate_appended(&all, ", ", chips[i]);
    }
    if (suggestion.best)
        message_print("silicon:%s: no such table; did you mean silicon:%s?", name, suggestion.best);
    else
        message_print("silicon:%s: no such table; allowed: %s", name, *all ? all : "none");
    free(all);
    return -1;
}

static void latency_table_read_rows(struct latency_table *table, FILE *file)
{
    char line[200];
    while (fgets(line, sizeof line, file)) {
        char *clocks = strchr(line, '\t');
        if (line[0] == '#' || !clocks)
            continue;
        *clocks++ = 0;
        latency_table_add_row(table, line, strtod(clocks, NULL));
    }
}

/* Returns the chip of that name, or the first one with the processor `name`; NULL if no chip is.
 */
static const char *latency_table_chip(const char *name, char *const *chips, unsigned n)
{
    for (unsigned i = 0; i < n; i++)
        if (!strcmp(chips[i], name))
            return chips[i];
    for (unsigned i = 0; i < n; i++)
        if (processor_of_chip(name, chips[i]))
            return chips[i];
    return NULL;
}

int latency_table_of_chip(struct latency_table *table, const char *name)
{
    char *folder = installed_file_find(FOLDER);
    *table = (struct latency_table){0};
    if (!folder) {
        char *places = installed_file_places("run");
        message_print("the directory " FOLDER " with the tables is %s", places);
        free(places);
        return -1;
    }
    unsigned n;
    char **chips = folder_files(folder, ENDING, &n);
    const char *chip = latency_table_chip(name, chips, n);
    char *path = allocate_text("%s/%s" ENDING, folder, chip ? chip : "");
    FILE *file = chip ? fopen(path, "re") : NULL;
    int wrong = file ? 0 : latency_table_unknown(name, chips, n);
    if (file) {
        snprintf(table->source, sizeof table->source, "%s, measured on a real chip (InstLatx64)",
                 chip);
        latency_table_read_rows(table, file);
        fclose(file);
    }
    folder_files_free(chips, n);
    free(path);
    free(folder);
    return wrong;
}

void latency_table_free(struct latency_table *table)
{
    free(table->rows);
    *table = (struct latency_table){0};
}
