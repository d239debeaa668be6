/*
 * SPDX-License-Identifier: MIT
 * Picture of bars with confidence intervals: events by region.
 */
#include <string.h>

#include "host/data/run/result_notes.h"
#include "host/data/run/event_lookup.h"
#include "host/output/plot/plot_rows.h"
#include "host/output/plot/plot_script.h"

/* Collects the selected events that have numbers, in the run's order. Returns their number, or one
 * more than fits. */
static unsigned plot_bars_events(const struct picture *picture, const char **events)
{
    unsigned n = 0;
    if (!picture->selection.event) {
        events[0] = plot_rows_event(picture->run, &picture->selection);
        return events[0] != NULL;
    }
    for (unsigned i = 0; i < picture->run->n_results; i++) {
        const struct result *result = &picture->run->results[i];
        unsigned e = 0;
        while (e < n && strcmp(events[e], result->event))
            e++;
        if (e < n || !selection_matches(&picture->selection, result) || !result_ok(result))
            continue;
        if (n == PICTURE_MOST_SERIES)
            return n + 1;
        events[n++] = result->event;
    }
    return n;
}

static const char *plot_bars_axis(const char *const *events, unsigned n)
{
    const char *unit = event_lookup_unit(events[0]);
    for (unsigned e = 1; e < n; e++)
        if (strcmp(unit, event_lookup_unit(events[e])))
            return "events, clocks per repetition";
    return !strcmp(unit, "clocks") ? "clocks per repetition" : "events per repetition";
}

static void plot_bars_series(FILE *script, const struct picture *picture,
                             const struct plot_rows *rows, const char *event, unsigned slot,
                             unsigned slots, struct bars *bars)
{
    for (unsigned r = 0; r < rows->n; r++) {
        const struct result *place = rows->rows[r].place;
        const struct result *result = plot_rows_result(picture->run, place, event, place->ablate);
        if (!result)
            continue;
        const struct values *values = &result->values;
        script_bar(script, bars, r, slot, slots, 0, values->mean, values->ci,
                   script_number(values->mean));
    }
}

static int plot_bars_write(struct picture *picture, FILE *script)
{
    const char *events[PICTURE_MOST_SERIES];
    struct bars bars = {.data = picture->format == PICTURE_DATA, .intervals = true};
    struct plot_rows rows;
    unsigned n = plot_bars_events(picture, events);
    const char *note = result_note_no_region(picture->run);
    if (n == 0 && note)
        return picture_refuse(picture, "%s", note);
    if (n == 0)
        return picture_refuse(picture, "none of its %u results is selected and has a value",
                              picture->run->n_results);
    if (n > PICTURE_MOST_SERIES)
        return picture_refuse(picture,
                              "too many events are selected (at most %u); select some with --event",
                              PICTURE_MOST_SERIES);
    plot_rows_find(&rows, picture->run, &picture->selection, n == 1 ? events[0] : NULL, false);
    int failed = picture_rows_fit(picture, rows.n);
    if (!failed) {
        char title[120];
        snprintf(title, sizeof title, "%s by region", n == 1 ? event_text(events[0]) : "Events");
        script_bars(script, picture, &rows, n, n, 3, title, plot_bars_axis(events, n));
        for (; bars.n < n; bars.n++) {
            bars.names[bars.n] = event_text(events[bars.n]);
            bars.colours[bars.n] = script_colour(bars.n);
            script_series(script, &bars, bars.n);
            plot_bars_series(script, picture, &rows, events[bars.n], bars.n, n, &bars);
        }
        script_draw_bars(script, &rows, &bars);
    }
    plot_rows_free(&rows);
    return failed;
}

const struct picture_kind picture_bars = {
    "bars", "an event by region, with intervals; several with --event", 1, plot_bars_write};
