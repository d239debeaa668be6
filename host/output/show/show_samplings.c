/*
 * SPDX-License-Identifier: MIT
 * Describes how benchmarks were sampled: a line for each pass, and the means of series.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/number_text.h"
#include "host/base/text_table.h"
#include "host/output/report/sampled_lines.h"
#include "host/data/run/sampled_run.h"
#include "host/output/show/show_views.h"

enum { EVENT, TICKS, MEAN, LEAST, MOST, COLUMNS };

static void show_samplings_print_pass(const struct run *run, unsigned at, FILE *to)
{
    const struct sampling *sampling = &run->samplings[at];
    char text[200];
    fprintf(to, "\n%s   %s, %s   pass %u   %s samples in %u repetition%s %s   (%s)\n",
            sampling->bench, sampling->state, sampling->experiment, sampling->pass,
            number_text(sampling->samples, 0), sampling->repetitions,
            sampling->repetitions == 1 ? "" : "s", sampled_run_text(sampling, text, sizeof text),
            platform_name(run->platform));
    sampled_lines_print(run, at, "  ", to);
}

/* Adds the values of all repetitions. */
static void show_samplings_add_event(struct text_table *table, const struct run *run, unsigned at,
                                     const char *event)
{
    double sum = 0, least = INFINITY, most = -INFINITY;
    unsigned n = 0;
    for (unsigned rep = 0; rep < run->samplings[at].repetitions; rep++) {
        struct series_values series = sampled_run_series(run, at, event, "gain", rep);
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
    text_table_add_row(table);
    text_table_cell(table, EVENT, "%s", event);
    if (!n) {
        text_table_cell(table, TICKS, "not received");
        return;
    }
    text_table_cell(table, TICKS, "%s", number_text(n, 0));
    text_table_cell(table, MEAN, "%s", number_text(sum / n, 1));
    text_table_cell(table, LEAST, "%s", number_text_short(least, 1));
    text_table_cell(table, MOST, "%s", number_text_short(most, 1));
}

static void show_samplings_print_series(const struct run *run, unsigned at, const struct view *view,
                                        FILE *to)
{
    static const char *const headers[COLUMNS] = {"event", "ticks", "mean per tick", "min", "max"};
    const struct sampling *sampling = &run->samplings[at];
    struct text_table *table = text_table_new(COLUMNS);
    for (unsigned i = 0; i < COLUMNS; i++)
        text_table_set_column(table, i, headers[i], i == EVENT ? TABLE_LEFT : TABLE_RIGHT);
    unsigned events = sampled_run_words(sampling->events);
    for (unsigned i = 0; i <= events; i++) {
        char event[100] = "time_stamp";
        size_t length;
        const char *word = sampled_run_word(sampling->events, i < events ? i : 0, &length);
        if (i < events)
            snprintf(event, sizeof event, "%.*s", (int)length, word);
        else if (sampled_run_event(sampling, event) >= 0)
            break;
        if (selection_matches_sampled(&view->selection, sampling, event))
            show_samplings_add_event(table, run, at, event);
    }
    text_table_print(table, to, view->colour);
    text_table_free(table);
}

unsigned show_samplings(const struct run *run, const struct view *view, FILE *to)
{
    unsigned n = 0, profiled = 0, multiplexed = 0, stamped = 0;
    for (unsigned i = 0; i < run->n_samplings; i++) {
        const struct sampling *sampling = &run->samplings[i];
        if (!selection_matches_sampled(&view->selection, sampling, NULL))
            continue;
        show_samplings_print_pass(run, i, to);
        if (!strcmp(sampling->experiment, "rates"))
            show_samplings_print_series(run, i, view, to);
        profiled += !strcmp(sampling->experiment, "profile");
        multiplexed += !strcmp(sampling->experiment, "multiplex");
        stamped += !strcmp(sampling->experiment, "channels");
        n++;
    }
    if (profiled)
        fputs(
            "\n"
            "'bareprobe profile' shows the distribution of the samples\n",
            to);
    if (multiplexed)
        fputs("\n'bareprobe show --multiplex' shows the estimates\n", to);
    if (stamped)
        fputs(
            "\n"
            "'bareprobe show --channels' shows the times between stamps, '--stamps' each stamp\n",
            to);
    return n;
}
