/*
 * SPDX-License-Identifier: MIT
 * Callgrind's profile format, version 1: benchmarks are files, regions are functions. Costs have
 * no sign, no fraction and no sign for "none", so an event stays out that is not there everywhere.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "host/events.h"
#include "host/export/export.h"
#include "host/memory.h"
#include "host/message.h"

struct column {
    char name[PLACE_BYTES]; /* ':' has a meaning to callgrind_annotate's --sort: "data_read_u" */
    const char *event;
    unsigned places; /* that have a cost of it */
    double total;
};

static void column_name(const struct result *result, char name[PLACE_BYTES])
{
    export_event(result, name);
    export_without(name, ":");
}

static bool has_cost(const struct result *result)
{
    return result_ok(result) && result->values.mean > -0.5;
}

static struct column *column_of(struct column *columns, unsigned n, const struct result *result)
{
    char name[PLACE_BYTES];
    column_name(result, name);
    for (unsigned i = 0; i < n; i++)
        if (!strcmp(columns[i].name, name))
            return &columns[i];
    return NULL;
}

/* All events that have a cost anywhere; returns how many regions have any, in *n_places. */
static struct column *find_columns(const struct export *export, unsigned *n, unsigned *n_places)
{
    struct column *columns = NULL;
    *n = *n_places = 0;
    for (unsigned from = 0, end; from < export->n; from = end) {
        bool any = false;
        end = export_place_end(export, from);
        for (unsigned i = from; i < end; i++) {
            const struct result *result = export->results[i];
            if (!has_cost(result))
                continue;
            struct column *column = column_of(columns, *n, result);
            if (!column) {
                column = memory_add(&columns, n, sizeof *column);
                column_name(result, column->name);
                column->event = result->event;
            }
            column->places++;
            column->total += round(result->values.mean);
            any = true;
        }
        *n_places += any;
    }
    return columns;
}

/* Those alone that stand everywhere, clocks first, as viewers sort by the first. */
static unsigned keep_whole(struct column *columns, unsigned n, unsigned n_places)
{
    unsigned kept = 0;
    for (unsigned i = 0; i < n; i++) {
        if (columns[i].places < n_places) {
            say("callgrind: %s has no count in %u of %u regions and is left out; -e and -b choose "
                "what has",
                columns[i].name, n_places - columns[i].places, n_places);
            continue;
        }
        struct column column = columns[i];
        bool clocks = !strcmp(column.event, "count_clocks") || !strcmp(column.event, "time_stamp");
        if (clocks) {
            memmove(columns + 1, columns, kept * sizeof *columns);
            columns[0] = column;
        } else {
            columns[kept] = column;
        }
        kept++;
    }
    return kept;
}

static void write_head(const struct export *export, const struct column *columns, unsigned n,
                       FILE *to)
{
    const struct run *run = export->run;
    fprintf(to, "# callgrind format\nversion: 1\ncreator: bareprobe %s\n", BAREPROBE_BUILD);
    fprintf(to, "cmd: %s\n", *run->arguments ? run->arguments : "not known");
    fprintf(to, "desc: Platform: %s\n", platform_sentence(run->platform));
    fprintf(to, "desc: Processor: %s\n", *run->name ? run->name : "not known");
    fputs(
        "desc: Costs are means of one repetition, rounded; a region that lies in another is "
        "counted in both\npositions: line\n",
        to);
    for (unsigned c = 0; c < n; c++)
        fprintf(to, "event: %s : %s\n", columns[c].name, event_text(columns[c].event));
    fputs("events:", to);
    for (unsigned c = 0; c < n; c++)
        fprintf(to, " %s", columns[c].name);
    putc('\n', to);
}

static void write_place(const struct export *export, unsigned from, unsigned end,
                        const struct column *columns, unsigned n, FILE *to)
{
    const struct result *first = export->results[from];
    double *costs = memory_get(n * sizeof *costs);
    unsigned filled = 0;
    char place[PLACE_BYTES];
    for (unsigned i = from; i < end; i++) {
        const struct result *result = export->results[i];
        char name[PLACE_BYTES];
        column_name(result, name);
        for (unsigned c = 0; c < n && has_cost(result); c++) {
            if (strcmp(columns[c].name, name))
                continue;
            costs[c] = fmax(0, round(result->values.mean));
            filled++;
        }
    }
    if (filled == n) {
        fprintf(to, "\nfl=%s\nfn=%s\n0", first->bench, export_place(export, first, place));
        for (unsigned c = 0; c < n; c++)
            fprintf(to, " %.0f", costs[c]);
        putc('\n', to);
    }
    free(costs);
}

static void write_totals(const struct column *columns, unsigned n, FILE *to)
{
    fputs("\ntotals:", to);
    for (unsigned c = 0; c < n; c++)
        fprintf(to, " %.0f", fmax(0, columns[c].total));
    putc('\n', to);
}

static int write_callgrind(const struct export *export, FILE *to)
{
    unsigned n, n_places;
    struct column *columns = find_columns(export, &n, &n_places);
    n = keep_whole(columns, n, n_places);
    if (n == 0) {
        say("callgrind: no event has a count in every region that is selected");
        free(columns);
        return -1;
    }
    write_head(export, columns, n, to);
    for (unsigned from = 0, end; from < export->n; from = end) {
        end = export_place_end(export, from);
        write_place(export, from, end, columns, n, to);
    }
    write_totals(columns, n, to);
    free(columns);
    return 0;
}

const struct format format_callgrind = {
    .name = "callgrind",
    .summary = "a profile, regions as functions, for KCachegrind and callgrind_annotate",
    .write = write_callgrind,
};
