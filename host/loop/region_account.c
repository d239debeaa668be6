/*
 * SPDX-License-Identifier: MIT
 * Parses account files. Columns are found by the names in the file's first line, so that additional
 * columns are ignored.
 */
#include "host/loop/region_account.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/allocate.h"
#include "host/base/message.h"

enum { MOST_COLUMNS = 64 };

/* The instruction after the read of the near counter at a region's beginning (pmc/region.inc). */
#define BEHIND_BEGIN "mov [ebx], eax"

struct columns {
    char *names[MOST_COLUMNS], *values[MOST_COLUMNS];
    unsigned n;
};

static unsigned split(char *line, char *columns[MOST_COLUMNS])
{
    unsigned n = 0;
    while (n < MOST_COLUMNS && (columns[n] = strsep(&line, "\t")))
        n++;
    return n;
}

static const char *text(const struct columns *columns, const char *name)
{
    for (unsigned i = 0; i < columns->n; i++)
        if (!strcmp(columns->names[i], name))
            return columns->values[i];
    return "";
}

static double number(const struct columns *columns, const char *name)
{
    return strtod(text(columns, name), NULL);
}

static void take_region(struct region_accounts *accounts, const struct columns *columns)
{
    struct account_region *region = memory_add(&accounts->all, &accounts->n, sizeof *region);
    const char *which = text(columns, "region");
    snprintf(region->bench, sizeof region->bench, "%s", text(columns, "bench"));
    snprintf(region->state, sizeof region->state, "%s", text(columns, "state"));
    snprintf(region->ablate, sizeof region->ablate, "%s", text(columns, "ablate"));
    region->number = strcmp(which, "whole") ? atoi(which) : -1;
    region->repetitions = number(columns, "repetitions");
    region->entries = number(columns, "entries");
    region->raw = number(columns, "clocks");
}

static void take_row(struct account_region *region, const struct columns *columns)
{
    struct account_row *row = memory_add(&region->rows, &region->n, sizeof *row);
    row->address = (uint32_t)strtoul(text(columns, "address"), NULL, 16);
    snprintf(row->text, sizeof row->text, "%s", text(columns, "instruction"));
    row->alone = number(columns, "alone");
    row->u = number(columns, "U");
    row->v = number(columns, "V");
    row->clocks = number(columns, "clocks");
    for (unsigned i = 0; i < LOST_CAUSES; i++)
        row->lost[i] = number(columns, lost_names[i]);
}

static void take_line(struct region_accounts *accounts, struct columns *columns, char *line)
{
    if (columns->n == 0) { /* the line of names */
        columns->n = split(memory_text(line), columns->names);
        return;
    }
    struct columns all = *columns;
    if (split(line, all.values) < columns->n)
        return;
    const char *kind = text(&all, "kind");
    struct account_region *last = accounts->n ? &accounts->all[accounts->n - 1] : NULL;
    if (!strcmp(kind, "region"))
        take_region(accounts, &all);
    else if (!strcmp(kind, "corrected") && last)
        last->corrected = number(&all, "clocks");
    else if (!strcmp(kind, "insn") && last)
        take_row(last, &all);
    else if (!strcmp(kind, "probe") && last && !last->begin &&
             !strcmp(text(&all, "instruction"), BEHIND_BEGIN))
        last->begin = (uint32_t)strtoul(text(&all, "address"), NULL, 16);
}

int region_accounts_read(struct region_accounts *accounts, const char *path)
{
    FILE *from = fopen(path, "r");
    struct columns columns = {.n = 0};
    char *line = NULL;
    size_t room = 0;
    *accounts = (struct region_accounts){0};
    if (!from) {
        say("%s: %s", path, strerror(errno));
        return -1;
    }
    while (getline(&line, &room, from) >= 0) {
        line[strcspn(line, "\n")] = 0;
        if (line[0] && line[0] != '#')
            take_line(accounts, &columns, line);
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

static bool is_called(const struct account_region *region, const char *word, region_name_of *names,
                      void *context)
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
        if (region ? !is_called(one, region, names, context) : one->number < 0)
            continue;
        if (!best || one->raw > best->raw)
            best = one;
    }
    return best;
}
