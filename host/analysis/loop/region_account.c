/*
 * SPDX-License-Identifier: MIT
 * Parses account files. Columns are found by the names in the file's first line, so that additional
 * columns are ignored.
 */
#include "host/analysis/loop/region_account.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/allocation.h"
#include "host/base/message.h"

enum { MOST_COLUMNS = 64 };

/* The instruction after the read of the near counter at a region's beginning (pmc/region.inc). */
#define AFTER_BEGIN "mov [ebx], eax"

struct account_columns {
    char *names[MOST_COLUMNS], *values[MOST_COLUMNS];
    unsigned n;
};

static unsigned region_account_split(char *line, char *columns[MOST_COLUMNS])
{
    unsigned n = 0;
    while (n < MOST_COLUMNS && (columns[n] = strsep(&line, "\t")))
        n++;
    return n;
}

static const char *region_account_text(const struct account_columns *columns, const char *name)
{
    for (unsigned i = 0; i < columns->n; i++)
        if (!strcmp(columns->names[i], name))
            return columns->values[i];
    return "";
}

static double region_account_number(const struct account_columns *columns, const char *name)
{
    return strtod(region_account_text(columns, name), NULL);
}

static void region_account_add_region(struct region_accounts *accounts,
                                      const struct account_columns *columns)
{
    struct account_region *region = allocate_element(&accounts->all, &accounts->n, sizeof *region);
    const char *which = region_account_text(columns, "region");
    snprintf(region->bench, sizeof region->bench, "%s", region_account_text(columns, "bench"));
    snprintf(region->state, sizeof region->state, "%s", region_account_text(columns, "state"));
    snprintf(region->ablate, sizeof region->ablate, "%s", region_account_text(columns, "ablate"));
    region->number = strcmp(which, "whole") ? atoi(which) : -1;
    region->repetitions = region_account_number(columns, "repetitions");
    region->entries = region_account_number(columns, "entries");
    region->raw = region_account_number(columns, "clocks");
}

static void region_account_add_row(struct account_region *region,
                                   const struct account_columns *columns)
{
    struct account_row *row = allocate_element(&region->rows, &region->n, sizeof *row);
    row->address = (uint32_t)strtoul(region_account_text(columns, "address"), NULL, 16);
    snprintf(row->text, sizeof row->text, "%s", region_account_text(columns, "instruction"));
    row->alone = region_account_number(columns, "alone");
    row->u = region_account_number(columns, "U");
    row->v = region_account_number(columns, "V");
    row->clocks = region_account_number(columns, "clocks");
    for (unsigned i = 0; i < LOST_CAUSES; i++)
        row->lost[i] = region_account_number(columns, stall_cause_names[i]);
}

static void region_account_parse_line(struct region_accounts *accounts,
                                      struct account_columns *columns, char *line)
{
    if (columns->n == 0) { /* the line of names */
        columns->n = region_account_split(allocate_copy(line), columns->names);
        return;
    }
    struct account_columns all = *columns;
    if (region_account_split(line, all.values) < columns->n)
        return;
    const char *kind = region_account_text(&all, "kind");
    struct account_region *last = accounts->n ? &accounts->all[accounts->n - 1] : NULL;
    if (!strcmp(kind, "region"))
        region_account_add_region(accounts, &all);
    else if (!strcmp(kind, "corrected") && last)
        last->corrected = region_account_number(&all, "clocks");
    else if (!strcmp(kind, "insn") && last)
        region_account_add_row(last, &all);
    else if (!strcmp(kind, "probe") && last && !last->begin &&
             !strcmp(region_account_text(&all, "instruction"), AFTER_BEGIN))
        last->begin = (uint32_t)strtoul(region_account_text(&all, "address"), NULL, 16);
}

int region_accounts_read(struct region_accounts *accounts, const char *path)
{
    FILE *from = fopen(path, "r");
    struct account_columns columns = {.n = 0};
    char *line = NULL;
    size_t room = 0;
    *accounts = (struct region_accounts){0};
    if (!from) {
        message_print("%s: %s", path, strerror(errno));
        return -1;
    }
    while (getline(&line, &room, from) >= 0) {
        line[strcspn(line, "\n")] = 0;
        if (line[0] && line[0] != '#')
            region_account_parse_line(accounts, &columns, line);
    }
    if (columns.n)
        free(columns.names[0]);
    free(line);
    fclose(from);
    return 0;
}

void region_accounts_free(struct region_accounts *accounts)
{
    for (unsigned i = 0; i < accounts->n; i++)
        free(accounts->all[i].rows);
    free(accounts->all);
    *accounts = (struct region_accounts){0};
}

static bool region_account_is_named(const struct account_region *region, const char *word,
                                    region_name_of *names, void *context)
{
    char digits[16];
    const char *name = names(context, region->bench, region->number);
    snprintf(digits, sizeof digits, "%d", region->number);
    return (name && !strcmp(name, word)) || !strcmp(digits, word) ||
           (region->number < 0 && !strcmp(word, "whole"));
}

const struct account_region *region_account_find(const struct region_accounts *accounts,
                                                 const char *bench, const char *region,
                                                 region_name_of *names, void *context)
{
    const struct account_region *best = NULL;
    for (unsigned i = 0; i < accounts->n; i++) {
        const struct account_region *one = &accounts->all[i];
        if (strcmp(one->bench, bench) || strcmp(one->ablate, "none"))
            continue;
        if (region ? !region_account_is_named(one, region, names, context) : one->number < 0)
            continue;
        if (!best || one->raw > best->raw)
            best = one;
    }
    return best;
}
