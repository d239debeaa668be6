/*
 * SPDX-License-Identifier: MIT
 * Prints results as tables: one row per event, or one column per event. Events that
 * the machine does not support share a line.
 */
#include "host/data/run/event_lookup.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/number_text.h"
#include "host/data/run/result_notes.h"
#include "host/base/allocation.h"
#include "host/output/show/throughput.h"
#include "host/output/show/show_views.h"
#include "host/base/text_table.h"

struct shown_column {
    const char *header;
    enum table_side side;
    bool raw, all; /* shown only with these options */
    void (*print)(struct text_table *table, unsigned column, const struct result *result);
};

static void show_events_print_region(struct text_table *table, unsigned column,
                                     const struct result *result)
{
    char text[160];
    text_table_cell(table, column, "%s", run_region_text(result, text, sizeof text));
}

static void show_events_print_event(struct text_table *table, unsigned column,
                                    const struct result *result)
{
    text_table_cell(table, column, "%s", result->event);
}

static void print_unit(struct text_table *table, unsigned column, const struct result *result)
{
    text_table_cell(table, column, "%s", event_lookup_unit(result->event));
}

#define RATE_DECIMALS 4

static const char *show_events_rate_text(const struct result *result)
{
    static char text[96];
    snprintf(text, sizeof text, "%s +/- %s", number_text(result->values.mean, RATE_DECIMALS),
             number_text(result->values.ci, RATE_DECIMALS));
    return text;
}

static void show_events_print_mean(struct text_table *table, unsigned column,
                                   const struct result *result)
{
    if (!strcmp(result->status, "broken"))
        text_table_cell(table, column, "broken: entered %u times, left %u times", result->entries,
                        result->exits);
    else if (!result_ok(result))
        text_table_cell(table, column, "%s", result->status);
    else
        text_table_cell(table, column, "%s%s%s", result->suspect ? "suspect: " : "",
                        result->counter_off != 0 ? "counter off: " : "",
                        result->rate
                            ? show_events_rate_text(result)
                            : show_results_mean_text(result->values.mean, result->values.ci));
}

static void print_entries(struct text_table *table, unsigned column, const struct result *result)
{
    text_table_cell(table, column, "%u", result->entries);
}

/* The decimals of a count reflect the precision of the mean; a rate such as 0.04 needs its own
 * number of decimals. */
static unsigned show_events_decimals(const struct result *result, unsigned of_count)
{
    return result->rate && of_count ? RATE_DECIMALS : of_count;
}

/* The overhead depends on the counter, and on whether the probes read it near the measured code. */
static void print_counter(struct text_table *table, unsigned column, const struct result *result)
{
    if (!result_ok(result) || result->rate || !strcmp(result->event, "time_stamp"))
        return;
    text_table_cell(table, column, "%u%s%s", result->counter, result->position ? " " : "",
                    result->position ? result->position : "");
}

/* A number that is unknown, as the median of samples that were only summed, is a dash. */
static void show_events_number(struct text_table *table, unsigned column, double number,
                               unsigned decimals)
{
    text_table_cell(table, column, "%s", isnan(number) ? "-" : number_text(number, decimals));
}

#define NUMBER(name, member, decimals)                                                             \
    static void print_##name(struct text_table *table, unsigned column,                            \
                             const struct result *result)                                          \
    {                                                                                              \
        if (result_ok(result))                                                                     \
            show_events_number(table, column, result->member,                                      \
                               show_events_decimals(result, decimals));                            \
    }
NUMBER(per_entry, per_entry, 1)
NUMBER(raw, raw, 1)
NUMBER(overhead, overhead, 1)
NUMBER(deviation, values.sd, 3)
NUMBER(minimum, values.min, 1)
NUMBER(median, values.med, 1)
NUMBER(maximum, values.max, 1)
NUMBER(mode, values.mode, 1)

static void print_outliers(struct text_table *table, unsigned column, const struct result *result)
{
    if (result_ok(result))
        show_events_number(table, column, isnan(result->values.med) ? NAN : result->outliers, 0);
}

static const struct shown_column columns[] = {
    {"region", TABLE_LEFT, false, false, show_events_print_region},
    {"event", TABLE_LEFT, false, false, show_events_print_event},
    {"mean and interval", TABLE_RIGHT, false, false, show_events_print_mean},
    {"unit", TABLE_LEFT, false, false, print_unit},
    {"per entry", TABLE_RIGHT, false, false, print_per_entry},
    {"entries", TABLE_RIGHT, true, false, print_entries},
    {"raw", TABLE_RIGHT, true, false, print_raw},
    {"overhead per entry", TABLE_RIGHT, true, false, print_overhead},
    {"counter", TABLE_LEFT, true, false, print_counter},
    {"sd", TABLE_RIGHT, false, true, print_deviation},
    {"min", TABLE_RIGHT, false, true, print_minimum},
    {"median", TABLE_RIGHT, false, true, print_median},
    {"max", TABLE_RIGHT, false, true, print_maximum},
    {"mode", TABLE_RIGHT, false, true, print_mode},
    {"outliers", TABLE_RIGHT, false, true, print_outliers},
};
#define COLUMNS (sizeof columns / sizeof columns[0])

/* Prints notes on a result below its row. */
static void show_events_print_notes(struct text_table *table, const struct run *run,
                                    const struct result *result)
{
    char rates[THROUGHPUT_BYTES], text[120];
    if (event_is_clocks(result->event) && throughput_text(run, result, rates))
        text_table_line(table, "          %s", rates);
    if (result->suspect)
        text_table_line(table, "          suspect %s: %s", result->event, result->suspect);
    const char *erratum = result_note_erratum(run, result);
    if (erratum)
        text_table_line(table, "          erratum of %s: %s", result->event, erratum);
    const char *range = result_note_probe_range(result, text, sizeof text);
    if (range)
        text_table_line(table, "          of %s, %s", result->event, range);
    const char *share = result_note_probe_share(result);
    if (share)
        text_table_line(table, "          of %s, %s", result->event, share);
    const char *nested = result_note_nested(result, text, sizeof text);
    if (nested)
        text_table_line(table, "          of %s, %s", result->event, nested);
}

#define LEAST_COMBINED 3 /* results without counts that share a line, as in the text report */
#define MOST_NAMED     3 /* events that the line names */

static bool show_events_is_unsupported(const struct result *result)
{
    return !strcmp(result->status, "unsupported");
}

/*
 * Finds the unsupported results of the region of results[i]: their number, how many of them precede
 * it, and the names of the first ones.
 */
static unsigned show_events_unsupported(const struct result **results, unsigned n, unsigned i,
                                        unsigned *before, char *names, size_t size)
{
    unsigned found = 0;
    size_t length = 0;
    *before = 0;
    unsigned j = i;
    while (j > 0 && show_results_same_heading(results[j - 1], results[i]))
        j--;
    for (; j < n && show_results_same_heading(results[j], results[i]); j++) {
        if (!show_events_is_unsupported(results[j]) || results[j]->region != results[i]->region)
            continue;
        *before += j < i;
        if (found++ < MOST_NAMED && length < size)
            length += (size_t)snprintf(names + length, size - length, "%s%s", found > 1 ? ", " : "",
                                       results[j]->event);
    }
    return found;
}

/* Prints "region 0  74 events: unsupported: data_read, data_write, data_tlb_miss ..." at the first
 * of them. Returns false if results[i] needs its own row. */
static bool show_events_print_combined(struct text_table *table, const struct result **results,
                                       unsigned n, unsigned i)
{
    char region[160], names[400] = "";
    unsigned before, found;
    if (!show_events_is_unsupported(results[i]))
        return false;
    found = show_events_unsupported(results, n, i, &before, names, sizeof names);
    if (found < LEAST_COMBINED)
        return false;
    if (!before)
        text_table_line(table, "%s  %u events: unsupported: %s%s",
                        run_region_text(results[i], region, sizeof region), found, names,
                        found > MOST_NAMED ? " ..." : "");
    return true;
}

unsigned show_events(const struct run *run, const struct view *view, FILE *to)
{
    const struct shown_column *shown[COLUMNS];
    unsigned n_shown = 0, n;
    for (unsigned c = 0; c < COLUMNS; c++)
        if ((!columns[c].raw || view->raw) && (!columns[c].all || view->all))
            shown[n_shown++] = &columns[c];
    struct text_table *table = text_table_new(n_shown);
    for (unsigned c = 0; c < n_shown; c++)
        text_table_set_column(table, c, shown[c]->header, shown[c]->side);
    const struct result **results = show_results_select(run, view, &n);
    for (unsigned i = 0; i < n; i++) {
        if (i == 0 || !show_results_same_heading(results[i - 1], results[i]))
            show_results_heading(table, run, results[i]);
        if (show_events_print_combined(table, results, n, i))
            continue;
        text_table_add_row(table);
        for (unsigned c = 0; c < n_shown; c++)
            shown[c]->print(table, c, results[i]);
        show_events_print_notes(table, run, results[i]);
    }
    if (n)
        text_table_print(table, to, view->colour);
    text_table_free(table);
    free(results);
    return n;
}

static unsigned show_events_column(const char **events, unsigned n, const char *event)
{
    unsigned i = 0;
    while (i < n && events[i] != event)
        i++;
    return i;
}

/* Events are columns; a region's row is at the position of its first event. */
unsigned show_events_across(const struct run *run, const struct view *view, FILE *to)
{
    unsigned n, n_events = 0;
    const struct result **results = show_results_select(run, view, &n);
    const char **events = allocate_zeroed((n + 1) * sizeof *events);
    for (unsigned i = 0; i < n; i++)
        if (show_events_column(events, n_events, results[i]->event) == n_events)
            events[n_events++] = results[i]->event;
    struct text_table *table = text_table_new(n_events + 1);
    text_table_set_column(table, 0, "region", TABLE_LEFT);
    for (unsigned e = 0; e < n_events; e++) {
        char header[128];
        snprintf(header, sizeof header, "%s [%s]", events[e], event_lookup_unit(events[e]));
        text_table_set_column(table, e + 1, header, TABLE_RIGHT);
    }
    for (unsigned i = 0; i < n; i++) {
        bool heading = i == 0 || !show_results_same_heading(results[i - 1], results[i]);
        if (heading)
            show_results_heading(table, run, results[i]);
        if (heading || results[i - 1]->region != results[i]->region) {
            text_table_add_row(table);
            show_events_print_region(table, 0, results[i]);
        }
        show_events_print_mean(table, show_events_column(events, n_events, results[i]->event) + 1,
                               results[i]);
    }
    if (n)
        text_table_print(table, to, view->colour);
    text_table_free(table);
    free(events);
    free(results);
    return n;
}
