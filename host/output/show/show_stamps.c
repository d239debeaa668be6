/*
 * SPDX-License-Identifier: MIT
 * Prints stamps as a table, one row each: the time since the begin of the repetition and the
 * difference from the stamp before.
 */
#include <stdlib.h>
#include <string.h>

#include "host/base/number_text.h"
#include "host/base/text_table.h"
#include "host/data/run/channel_times.h"
#include "host/data/run/sampled_run.h"
#include "host/output/show/show_views.h"

enum { CLOCKS, DIFFERENCE, TIME, CHANNEL, VALUE, COLUMNS };

#define INTERRUPTED (-1) /* a difference across a gap is unknown */

static void show_stamps_add_row(struct text_table *table, const struct run *run,
                                const struct channel_stamp *stamp, double difference)
{
    char label[CHANNEL_LABEL];
    text_table_add_row(table);
    text_table_cell(table, CLOCKS, "%s", number_text(stamp->time, 0));
    if (difference != INTERRUPTED) {
        text_table_cell(table, DIFFERENCE, "%s", number_text(difference, 0));
        if (run->mhz > 0)
            text_table_cell(table, TIME, "%s", number_text(difference / run->mhz, 3));
    }
    text_table_cell(table, CHANNEL, "%s", channel_times_label(stamp->channel, label));
    if (stamp->has_value)
        text_table_cell(table, VALUE, "%.0f", stamp->value);
}

/* The difference of the first stamp is its time since the begin of the repetition. */
static void show_stamps_add_repetition(struct text_table *table, const struct run *run,
                                       unsigned sampling, unsigned rep)
{
    struct channel_stamps stamps = channel_times_of(run, sampling, rep);
    double before = 0;
    if (stamps.n)
        text_table_line(table, "  repetition %u", rep + 1);
    for (unsigned i = 0; i < stamps.n; i++) {
        const struct channel_stamp *stamp = &stamps.all[i];
        if (!stamp->channel) {
            text_table_line(table, "  (stamps were lost here)");
            before = INTERRUPTED;
            continue;
        }
        show_stamps_add_row(table, run, stamp,
                            before == INTERRUPTED ? INTERRUPTED : stamp->time - before);
        before = stamp->time;
    }
    free(stamps.all);
}

unsigned show_stamps(const struct run *run, const struct view *view, FILE *to)
{
    static const char *const headers[COLUMNS] = {"clocks", "difference", "us", "channel", "value"};
    struct text_table *table = text_table_new(COLUMNS);
    unsigned shown = 0;
    for (unsigned i = 0; i < COLUMNS; i++)
        text_table_set_column(table, i, headers[i], i == CHANNEL ? TABLE_LEFT : TABLE_RIGHT);
    text_table_optional(table, TIME);
    text_table_optional(table, VALUE);
    for (unsigned i = 0; i < run->n_samplings; i++) {
        const struct sampling *pass = &run->samplings[i];
        if (strcmp(pass->experiment, "channels") ||
            !selection_matches_sampled(&view->selection, pass, NULL))
            continue;
        show_channels_heading(table, run, i);
        for (unsigned rep = 0; rep < (view->all ? pass->repetitions : 1); rep++)
            show_stamps_add_repetition(table, run, i, rep);
        shown++;
    }
    if (shown) {
        text_table_print(table, to, view->colour);
        fputs("clocks since the begin of the repetition, and since the stamp before", to);
        fputs(view->all ? "\n" : "; -a shows all repetitions\n", to);
    }
    text_table_free(table);
    return shown;
}
