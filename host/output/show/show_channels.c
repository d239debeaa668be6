/*
 * SPDX-License-Identifier: MIT
 * Prints times between stamps: a row for each pair of channels that followed each other.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/number_text.h"
#include "host/base/text_table.h"
#include "host/data/run/channel_times.h"
#include "host/data/run/sampled_run.h"
#include "host/output/show/show_views.h"

enum { FROM, TO, COUNT, LEAST, MEAN, MOST, SPREAD, TIME, COLUMNS };

void show_channels_heading(struct text_table *table, const struct run *run, unsigned at)
{
    const struct sampling *pass = &run->samplings[at];
    unsigned arrived = channel_times_arrived(run, at);
    text_table_line(table, "\n%s   %s, ring %u   %s stamps in %u repetition%s   (%s)", pass->bench,
                    pass->state, strcmp(pass->ring, "user") ? 0 : 3, number_text(pass->samples, 0),
                    pass->repetitions, pass->repetitions == 1 ? "" : "s",
                    platform_name(run->platform));
    text_table_line(
        table, "  a channel's stamp costs %s clocks (%s to %s); %.2f %% of the time was subtracted",
        number_text_short(pass->handler, 1), number_text_short(pass->handler_min, 1),
        number_text_short(pass->handler_max, 1),
        pass->clocks > 0 ? 100 * pass->hidden / pass->clocks : 0.0);
    if (pass->lost)
        text_table_line(table,
                        "  %s more stamps did not fit into memory (raise samples=); no further "
                        "repetition was run",
                        number_text(pass->lost, 0));
    if (arrived < pass->samples)
        text_table_line(table, "  %s of the stamps were lost in transmission",
                        number_text((double)pass->samples - arrived, 0));
}

static void show_channels_add_row(struct text_table *table, const struct run *run,
                                  const struct channel_pair *pair)
{
    char label[CHANNEL_LABEL];
    text_table_add_row(table);
    text_table_cell(table, FROM, "%s", channel_times_label(pair->from, label));
    text_table_cell(table, TO, "%s", channel_times_label(pair->to, label));
    text_table_cell(table, COUNT, "%s", number_text(pair->n, 0));
    text_table_cell(table, LEAST, "%s", number_text(pair->least, 0));
    text_table_cell(table, MEAN, "%s", number_text(pair->mean, 1));
    text_table_cell(table, MOST, "%s", number_text(pair->most, 0));
    if (pair->n > 1)
        text_table_cell(table, SPREAD, "%s", number_text(pair->sd, 1));
    if (run->mhz > 0)
        text_table_cell(table, TIME, "%s", number_text(pair->mean / run->mhz, 3));
}

unsigned show_channels(const struct run *run, const struct view *view, FILE *to)
{
    static const char *const headers[COLUMNS] = {"from", "to",  "times",  "min",
                                                 "mean", "max", "spread", "us"};
    struct text_table *table = text_table_new(COLUMNS);
    unsigned shown = 0;
    for (unsigned i = 0; i < COLUMNS; i++)
        text_table_set_column(table, i, headers[i], i <= TO ? TABLE_LEFT : TABLE_RIGHT);
    text_table_optional(table, SPREAD);
    text_table_optional(table, TIME);
    for (unsigned i = 0; i < run->n_samplings; i++) {
        if (strcmp(run->samplings[i].experiment, "channels") ||
            !selection_matches_sampled(&view->selection, &run->samplings[i], NULL))
            continue;
        unsigned n;
        struct channel_pair *pairs = channel_times_pairs(run, i, &n);
        show_channels_heading(table, run, i);
        for (unsigned p = 0; p < n; p++)
            show_channels_add_row(table, run, &pairs[p]);
        free(pairs);
        shown++;
    }
    if (shown) {
        text_table_print(table, to, view->colour);
        fputs("clocks from a stamp to the next; spread: their standard deviation\n", to);
    }
    text_table_free(table);
    return shown;
}
