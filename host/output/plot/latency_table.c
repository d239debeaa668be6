/*
 * SPDX-License-Identifier: MIT
 * Load latencies: parses names of cases such as "chain/linear:size=4K:stride=32:pages=ordered".
 */
#include "host/output/plot/latency_table.h"

#include <errno.h>
#include <glob.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/allocation.h"
#include "host/base/message.h"
#include "host/base/installed_files.h"
#include "kernel/settings/suggestions.h"

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

static int latency_table_unknown(const char *name, const char *folder)
{
    struct suggestion suggestion = {0};
    char *pattern = allocate_text("%s/*" ENDING, folder), *all = allocate_copy("");
    glob_t found = {0};
    if (glob(pattern, 0, NULL, &found))
        found.gl_pathc = 0;
    for (size_t i = 0; i < found.gl_pathc; i++) {
        char *base = strrchr(found.gl_pathv[i], '/') + 1;
        base[strlen(base) - strlen(ENDING)] = 0;
        suggestions_offer(&suggestion, name, strlen(name), base);
        char *more = allocate_text("%s%s%s", all, *all ? ", " : "", base);
        free(all);
        all = more;
    }
    if (suggestion.best)
        message_print("silicon:%s: no such table; did you mean silicon:%s?", name, suggestion.best);
    else
        message_print("silicon:%s: no such table; allowed: %s", name, *all ? all : "none");
    globfree(&found);
    free(pattern);
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

int latency_table_of_chip(struct latency_table *table, const char *name)
{
    char *folder = installed_file_find(FOLDER);
    *table = (struct latency_table){0};
    if (!folder) {
        char *places = installed_file_places();
        message_print("the directory " FOLDER " with the tables is %s", places);
        free(places);
        return -1;
    }
    char *path = allocate_text("%s/%s" ENDING, folder, name);
    FILE *file = strchr(name, '/') ? NULL : fopen(path, "re");
    int wrong = file ? 0 : latency_table_unknown(name, folder);
    if (file) {
        snprintf(table->source, sizeof table->source, "%s, measured on a real chip (InstLatx64)",
                 name);
        latency_table_read_rows(table, file);
        fclose(file);
    }
    free(path);
    free(folder);
    return wrong;
}

void latency_table_free(struct latency_table *table)
{
    free(table->rows);
    *table = (struct latency_table){0};
}
