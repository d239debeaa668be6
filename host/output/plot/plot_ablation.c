/*
 * SPDX-License-Identifier: MIT
 * Picture of ablations: clocks with a part of the processor disabled, next to those with all of it
 * enabled.
 */
#include <string.h>

#include "host/data/run/event_lookup.h"
#include "host/output/plot/plot_rows.h"
#include "host/output/plot/plot_script.h"

/* The values of the setting `ablate`. */
static const struct {
    const char *name, *text;
} ablations[] = {
    {"none", "all features on"},
    {"branch", "without branch prediction"},
    {"vpipe", "without the V pipe"},
    {"l1", "without the L1 caches"},
};
#define ABLATIONS (sizeof ablations / sizeof ablations[0])

static unsigned plot_ablation_find(const struct picture *picture, const char *event, bool *there)
{
    unsigned n = 0;
    for (unsigned a = 0; a < ABLATIONS; a++) {
        there[a] = false;
        for (unsigned i = 0; i < picture->run->n_results && !there[a]; i++) {
            const struct result *result = &picture->run->results[i];
            there[a] = !strcmp(result->ablate, ablations[a].name) && result_ok(result) &&
                       !strcmp(result->event, event) &&
                       selection_matches(&picture->selection, result);
        }
        n += there[a];
    }
    return n;
}

static void plot_ablation_series(FILE *script, const struct picture *picture,
                                 const struct plot_rows *rows, const char *event, unsigned ablation,
                                 unsigned slot, unsigned slots, struct bars *bars)
{
    for (unsigned r = 0; r < rows->n; r++) {
        const struct result *place = rows->rows[r].place;
        const struct result *whole = plot_rows_result(picture->run, place, event, "none");
        const struct result *result =
            plot_rows_result(picture->run, place, event, ablations[ablation].name);
        if (!result)
            continue;
        char text[80];
        double mean = result->values.mean, ci = result->values.ci;
        if (ablation && whole && whole->values.mean > 0)
            snprintf(text, sizeof text, "%s  (x %.2f)", script_number(mean),
                     mean / whole->values.mean);
        else
            snprintf(text, sizeof text, "%s", script_number(mean));
        script_bar(script, bars, r, slot, slots, 0, mean, ci, text);
    }
}

static void plot_ablation_draw(FILE *script, const struct picture *picture,
                               const struct plot_rows *rows, const char *event, const bool *there,
                               unsigned slots)
{
    struct bars bars = {.data = picture->format == PICTURE_DATA, .intervals = true};
    char title[120];
    snprintf(title, sizeof title, "%s with processor features off", event_text(event));
    script_bars(script, picture, rows, slots, slots, 2, title,
                !strcmp(event_lookup_unit(event), "clocks") ? "clocks per repetition"
                                                            : "events per repetition");
    for (unsigned a = 0; a < ABLATIONS; a++) {
        if (!there[a])
            continue;
        bars.names[bars.n] = ablations[a].text;
        bars.colours[bars.n] = script_colour(a);
        script_series(script, &bars, bars.n);
        plot_ablation_series(script, picture, rows, event, a, bars.n, slots, &bars);
        bars.n++;
    }
    script_draw_bars(script, rows, &bars);
}

static int plot_ablation_write(struct picture *picture, FILE *script)
{
    bool there[ABLATIONS];
    const char *event = plot_rows_event(picture->run, &picture->selection);
    unsigned slots = event ? plot_ablation_find(picture, event, there) : 0;
    if (slots == 0 || (slots == 1 && there[0]))
        return picture_refuse(picture,
                              "no selected result was counted with a processor feature off; use "
                              "'bareprobe run --ablate branch,vpipe,l1'");
    struct plot_rows rows;
    plot_rows_find(&rows, picture->run, &picture->selection, event, true);
    int failed = picture_rows_fit(picture, rows.n);
    if (!failed)
        plot_ablation_draw(script, picture, &rows, event, there, slots);
    plot_rows_free(&rows);
    return failed;
}

const struct picture_kind picture_ablation = {
    "ablation", "clocks with branch prediction, the V pipe or the caches off", 1,
    plot_ablation_write};
