/*
 * SPDX-License-Identifier: MIT
 * Describes how benchmarks were sampled: a line for each pass, and the means of series.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/text_table.h"
#include "host/report/sampled_lines.h"
#include "host/run/sampled_run.h"
#include "host/show/show.h"

enum { EVENT, TICKS, MEAN, LEAST, MOST, COLUMNS };

static void put_pass(const struct run *run, unsigned at, FILE *to)
{
    const struct sampling *sampling = &run->samplings[at];
    char text[200];
    fprintf(to, "\n%s   %s, %s   pass %u   %s samples in %u repetition%s %s   (%s)\n",
            sampling->bench, sampling->state, sampling->experiment, sampling->pass,
            number_text(sampling->samples, 0), sampling->repetitions,
            sampling->repetitions == 1 ? "" : "s", sampling_text(sampling, text, sizeof text),
            platform_name(run->platform));
    sampling_print_more(run, at, "  ", to);
}

/* Adds the values of all repetitions. */
static void add_event(struct table *table, const struct run *run, unsigned at, const char *event)
{
    double sum = 0, least = INFINITY, most = -INFINITY;
    unsigned n = 0;
    for (unsigned rep = 0; rep < run->samplings[at].repetitions; rep++) {
        struct series_values series = series_collect(run, at, event, "gain", rep);
        for (unsigned i = 0; i < series.n; i++) {
            if (isnan(series.values[i]))
                continue;
            sum += series.values[i];
            least = fmin(least, series.values[i]);
            most = fmax(most, series.values[i]);
            n++;
        }
        free(series.values);
    }
    if (!n && !run->samplings[at].samples)
        return;
    table_row(table);
    table_cell(table, EVENT, "%s", event);
    if (!n) {
        table_cell(table, TICKS, "not received");
        return;
    }
    table_cell(table, TICKS, "%s", number_text(n, 0));
    table_cell(table, MEAN, "%s", number_text(sum / n, 1));
    table_cell(table, LEAST, "%s", number_text_short(least, 1));
    table_cell(table, MOST, "%s", number_text_short(most, 1));
}

static void put_series(const struct run *run, unsigned at, const struct view *view, FILE *to)
{
    static const char *const headers[COLUMNS] = {"event", "ticks", "mean per tick", "min", "max"};
    const struct sampling *sampling = &run->samplings[at];
    struct table *table = table_new(COLUMNS);
    for (unsigned i = 0; i < COLUMNS; i++)
        table_column(table, i, headers[i], i == EVENT ? TABLE_LEFT : TABLE_RIGHT);
    unsigned events = list_words(sampling->events);
    for (unsigned i = 0; i <= events; i++) {
        char event[100] = "time_stamp";
        size_t length;
        const char *word = list_word(sampling->events, i < events ? i : 0, &length);
        if (i < events)
            snprintf(event, sizeof event, "%.*s", (int)length, word);
        else if (sampling_event(sampling, event) >= 0)
            break;
        if (selected_sampled(&view->selection, sampling, event))
            add_event(table, run, at, event);
    }
    table_print(table, to, view->colour);
    table_free(table);
}

unsigned show_samplings(const struct run *run, const struct view *view, FILE *to)
{
    unsigned n = 0, profiled = 0, turns = 0, stamped = 0;
    for (unsigned i = 0; i < run->n_samplings; i++) {
        const struct sampling *sampling = &run->samplings[i];
        if (!selected_sampled(&view->selection, sampling, NULL))
            continue;
        put_pass(run, i, to);
        if (!strcmp(sampling->experiment, "rates"))
            put_series(run, i, view, to);
        profiled += !strcmp(sampling->experiment, "profile");
        turns += !strcmp(sampling->experiment, "multiplex");
        stamped += !strcmp(sampling->experiment, "channels");
        n++;
    }
    if (profiled)
        fputs(
            "\n"
            "'bareprobe profile' shows the distribution of the samples\n",
            to);
    if (turns)
        fputs("\n'bareprobe show --multiplex' shows the estimates\n", to);
    if (stamped)
        fputs(
            "\n"
            "'bareprobe show --channels' shows the times between stamps\n",
            to);
    return n;
}
