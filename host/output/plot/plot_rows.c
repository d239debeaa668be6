/*
 * SPDX-License-Identifier: MIT
 * Rows of pictures, with labels that contain only what distinguishes them.
 */
#include "host/output/plot/plot_rows.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/allocation.h"
#include "host/data/run/event_lookup.h"
#include "host/data/run/result_index.h"
#include "host/output/show/show_views.h"

static bool plot_rows_same_place(const struct result *a, const struct result *b, bool by_ablation)
{
    return a->plan == b->plan && a->bench == b->bench && a->region == b->region &&
           a->ring == b->ring && a->state == b->state && (by_ablation || a->ablate == b->ablate);
}

const struct result *plot_rows_result(const struct run *run, const struct result *place,
                                      const char *event, const char *ablate)
{
    const struct result *result = result_index_event(run, place, event, ablate);
    return result && result_ok(result) ? result : NULL;
}

const char *plot_rows_event(const struct run *run, const struct result_selection *selection)
{
    const char *best = NULL;
    unsigned rank_of_best = 0;
    for (unsigned i = 0; i < run->n_results; i++) {
        const struct result *result = &run->results[i];
        unsigned rank = event_is_clocks(result->event)         ? 3
                        : !strcmp(result->event, "time_stamp") ? 2
                                                               : 1;
        if (rank > rank_of_best && selection_matches(selection, result) && result_ok(result)) {
            best = result->event;
            rank_of_best = rank;
        }
    }
    return best;
}

/* Parts in which rows may differ, in the order in which labels name them. */
enum plot_row_part { BENCH, REGION, EXPERIMENT, STATE, RING, ABLATION, PARTS };

static void plot_rows_part_text(enum plot_row_part part, const struct run *run,
                                const struct result *place, char *text, size_t size)
{
    const char *word = "";
    switch (part) {
    case BENCH:
        word = place->bench;
        break;
    case REGION:
        if (place->region_name)
            word = place->region_name;
        else
            run_region_text(place, text, size);
        break;
    case EXPERIMENT:
        word = place->plan < run->n_plans ? run->plans[place->plan].experiment : "";
        break;
    case STATE:
        word = place->state;
        break;
    case RING:
        word = run_ring_words(place->ring);
        break;
    default:
        if (strcmp(place->ablate, "none"))
            snprintf(text, size, "without %s", place->ablate);
        else
            *text = 0;
    }
    if (*word || part == EXPERIMENT)
        snprintf(text, size, "%s", word ? word : "");
}

void plot_rows_join(char *to, size_t size, const char *text)
{
    if (*text && *to)
        strncat(to, ", ", size - strlen(to) - 1);
    if (strlen(to) + strlen(text) < size)
        strcat(to, text);
    else
        strcpy(strncat(to, text, size - strlen(to) - 1) + size - sizeof "...", "...");
}

static void plot_rows_set_labels(struct plot_rows *rows, const struct run *run, bool by_ablation)
{
    char first[140], text[140];
    for (enum plot_row_part part = 0; part < PARTS; part++) {
        if ((part == EXPERIMENT && run->n_plans < 2) || (part == ABLATION && by_ablation))
            continue;
        bool differs = false;
        plot_rows_part_text(part, run, rows->rows[0].place, first, sizeof first);
        for (unsigned i = 1; i < rows->n && !differs; i++) {
            plot_rows_part_text(part, run, rows->rows[i].place, text, sizeof text);
            differs = strcmp(first, text);
        }
        if (!differs)
            plot_rows_join(rows->same, sizeof rows->same, first);
        for (unsigned i = 0; i < rows->n && (differs || (part == REGION && rows->n == 1)); i++) {
            plot_rows_part_text(part, run, rows->rows[i].place, text, sizeof text);
            plot_rows_join(rows->rows[i].label, sizeof rows->rows[i].label, text);
        }
    }
}

void plot_rows_find(struct plot_rows *rows, const struct run *run,
                    const struct result_selection *selection, const char *event, bool by_ablation)
{
    const struct view view = {.selection = *selection};
    unsigned n;
    const struct result **results = show_results_select(run, &view, &n);
    *rows = (struct plot_rows){0};
    for (unsigned i = 0; i < n; i++) {
        if (!result_ok(results[i]) || (event && strcmp(results[i]->event, event)))
            continue;
        unsigned r = 0;
        while (r < rows->n && !plot_rows_same_place(rows->rows[r].place, results[i], by_ablation))
            r++;
        if (r == rows->n) {
            struct plot_row *row = allocate_element(&rows->rows, &rows->n, sizeof *row);
            row->place = results[i];
        }
    }
    free(results);
    if (rows->n)
        plot_rows_set_labels(rows, run, by_ablation);
}

void plot_rows_free(struct plot_rows *rows)
{
    free(rows->rows);
    *rows = (struct plot_rows){0};
}
