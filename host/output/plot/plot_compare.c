/*
 * SPDX-License-Identifier: MIT
 * Picture of two runs, bar next to bar; significance is judged as in `bareprobe compare`.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "host/analysis/compare/effects.h"
#include "host/data/run/event_lookup.h"
#include "host/output/plot/plot_rows.h"
#include "host/output/plot/plot_script.h"

static const struct result_pair *pair_of(const struct result_pairs *pairs,
                                         const struct result *result)
{
    for (unsigned i = 0; i < pairs->n; i++)
        if (pairs->pairs[i].a == result)
            return &pairs->pairs[i];
    return NULL;
}

static void plot_compare_change_text(const struct result_pair *pair, char *text, size_t size)
{
    double before = pair->a->values.mean, after = pair->b->values.mean;
    const char *number = script_number(after);
    if (!pair->difference.judged)
        snprintf(text, size, "%s  (one sample)", number);
    else if (pair->difference.change == 0 || !(pair->p < FAMILY_LEVEL))
        snprintf(text, size, "%s  (no significant change)", number);
    else if (before == 0)
        snprintf(text, size, "%s  (from 0)", number);
    else
        snprintf(text, size, "%s  (%+.1f %%)", number, 100 * (after - before) / fabs(before));
}

/* Slot 0 is run A, slot 1 is run B. */
static void plot_compare_series(FILE *script, const struct plot_rows *rows,
                                const struct result_pairs *pairs, unsigned slot, struct bars *bars)
{
    for (unsigned r = 0; r < rows->n; r++) {
        char text[120];
        const struct result_pair *pair = pair_of(pairs, rows->rows[r].place);
        const struct values *values = slot ? &pair->b->values : &pair->a->values;
        if (slot)
            plot_compare_change_text(pair, text, sizeof text);
        else
            snprintf(text, sizeof text, "%s", script_number(values->mean));
        script_bar(script, bars, r, slot, 2, 0, values->mean, values->ci, text);
    }
}

static void plot_compare_draw(FILE *script, const struct picture *picture,
                              const struct plot_rows *rows, const struct result_pairs *pairs,
                              const char *event)
{
    struct bars bars = {.n = 2, .data = picture->format == PICTURE_DATA, .intervals = true};
    char title[120], names[2][200];
    const struct run *runs[] = {picture->run, picture->other};
    snprintf(title, sizeof title, "%s, A against B", event_text(event));
    script_bars(script, picture, rows, 2, 2, 1, title,
                !strcmp(event_lookup_unit(event), "clocks") ? "clocks per repetition"
                                                            : "events per repetition");
    for (unsigned s = 0; s < 2; s++) {
        snprintf(names[s], sizeof names[s], "%c: %s (%s, build %s)", 'A' + (int)s, runs[s]->source,
                 platform_name(runs[s]->platform), runs[s]->build[0] ? runs[s]->build : "?");
        bars.names[s] = names[s];
        bars.colours[s] = script_colour(s);
        script_series(script, &bars, s);
        plot_compare_series(script, rows, pairs, s, &bars);
    }
    script_draw_bars(script, rows, &bars);
}

static void plot_compare_filter_rows(struct plot_rows *rows, const struct result_pairs *pairs)
{
    unsigned kept = 0;
    for (unsigned r = 0; r < rows->n; r++)
        if (pair_of(pairs, rows->rows[r].place))
            rows->rows[kept++] = rows->rows[r];
    rows->n = kept;
}

static int plot_compare_write(struct picture *picture, FILE *script)
{
    const char *event = plot_rows_event(picture->run, &picture->selection);
    struct result_selection selection = picture->selection;
    struct plot_rows rows;
    struct result_pairs pairs;
    if (!event)
        return picture_refuse(picture, "no selected result has a value");
    selection.event = event;
    result_pairs_make(&pairs, picture->run, picture->other, &selection, 0.95);
    plot_rows_find(&rows, picture->run, &selection, event, false);
    plot_compare_filter_rows(&rows, &pairs);
    int failed = rows.n
                     ? picture_rows_fit(picture, rows.n)
                     : picture_refuse(picture, "the two runs have no common result of %s", event);
    if (!failed)
        plot_compare_draw(script, picture, &rows, &pairs, event);
    plot_rows_free(&rows);
    result_pairs_free(&pairs);
    return failed;
}

const struct picture_kind picture_compare = {"compare", "clocks of two runs next to each other", 2,
                                             plot_compare_write};
