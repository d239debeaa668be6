/*
 * SPDX-License-Identifier: MIT
 * Compares the places of results part by part.
 */
#include "host/output/event_tables/table_columns.h"

#include <stdlib.h>
#include <string.h>

#include "host/base/allocation.h"

#define PART_BYTES 200

/* Parts of a place, in the order of titles and headers. */
enum { BENCH, REGION, REPETITIONS, STATE, ABLATE, RING, PAGING, PARTS };

/* Formats a part of a place; "" if it is the usual one and needs no mention. */
static const char *table_columns_part(const struct result *place, unsigned part, char *text)
{
    *text = 0;
    switch (part) {
    case BENCH:
        return place->bench;
    case REGION:
        return run_region_text(place, text, PART_BYTES);
    case REPETITIONS:
        if (place->values.n)
            snprintf(text, PART_BYTES, "%u repetition%s, %u %%", place->values.n,
                     place->values.n == 1 ? "" : "s", place->values.level);
        return text;
    case STATE:
        return place->state;
    case ABLATE:
        if (strcmp(place->ablate, "none"))
            snprintf(text, PART_BYTES, "without %s", place->ablate);
        return text;
    case RING:
        return run_ring_words(place->ring);
    default:
        if (strcmp(result_paging(place), "mixed"))
            snprintf(text, PART_BYTES, "paging %s", result_paging(place));
        return text;
    }
}

static bool table_columns_same_part(const struct result *a, const struct result *b, unsigned part)
{
    char one[PART_BYTES], other[PART_BYTES];
    return !strcmp(table_columns_part(a, part, one), table_columns_part(b, part, other));
}

/* The number of repetitions does not distinguish columns. */
static bool table_columns_same(const struct result *a, const struct result *b)
{
    if (a->bench != b->bench || a->region != b->region)
        return false;
    for (unsigned part = 0; part < PARTS; part++)
        if (part != REPETITIONS && !table_columns_same_part(a, b, part))
            return false;
    return true;
}

unsigned table_columns_find(const struct table_columns *columns, const struct result *result)
{
    unsigned c = 0;
    while (c < columns->n && !table_columns_same(columns->places[c], result))
        c++;
    return c;
}

struct table_columns table_columns_of(const struct result *const *results, unsigned n)
{
    struct table_columns columns = {allocate_zeroed((n + 1) * sizeof *columns.places), 0};
    for (unsigned i = 0; i < n; i++) {
        unsigned column = table_columns_find(&columns, results[i]);
        if (column == columns.n)
            columns.places[columns.n++] = results[i];
        else if (!columns.places[column]->values.n)
            columns.places[column] = results[i]; /* its number of repetitions is known */
    }
    return columns;
}

/* Returns whether a part is the same in all columns. */
static bool table_columns_common(const struct table_columns *columns, unsigned part)
{
    for (unsigned c = 1; c < columns->n; c++)
        if (!table_columns_same_part(columns->places[0], columns->places[c], part))
            return false;
    return true;
}

char *table_columns_header(const struct table_columns *columns, unsigned column)
{
    char text[PART_BYTES], *header = NULL;
    for (unsigned part = 0; part < PARTS; part++) {
        if (part == REPETITIONS || table_columns_common(columns, part))
            continue;
        const char *words = table_columns_part(columns->places[column], part, text);
        if (*words)
            allocate_appended(&header, "\n", words);
    }
    bool one = columns->places[column]->values.n == 1;
    return header ? header : allocate_copy(one ? "value" : "mean and interval");
}

void table_columns_title(const struct table_columns *columns, const struct run *run, FILE *to)
{
    char text[PART_BYTES];
    bool named = false, begun = false;
    for (unsigned part = 0; part < PARTS; part++) {
        if (!table_columns_common(columns, part))
            continue;
        const char *words = table_columns_part(columns->places[0], part, text);
        if (!*words)
            continue;
        bool name = part == BENCH || part == REGION;
        fprintf(to, "%s%s", !begun ? "" : !name && named ? "   " : ", ", words);
        named = name;
        begun = true;
    }
    fprintf(to, "%s(%s)\n", begun ? "   " : "", platform_name(run->platform));
}

static int table_columns_compare(const void *one, const void *other)
{
    const struct result *a = *(const struct result *const *)one;
    const struct result *b = *(const struct result *const *)other;
    if (a->plan != b->plan)
        return a->plan < b->plan ? -1 : 1;
    if (a->index != b->index)
        return a->index < b->index ? -1 : 1;
    return (a > b) - (a < b);
}

const struct result **table_columns_event_order(const struct result *const *results, unsigned n)
{
    const struct result **ordered = allocate_zeroed((n + 1) * sizeof *ordered);
    for (unsigned i = 0; i < n; i++)
        ordered[i] = results[i];
    qsort(ordered, n, sizeof *ordered, table_columns_compare);
    return ordered;
}
