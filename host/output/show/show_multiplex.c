/*
 * SPDX-License-Identifier: MIT
 * Prints multiplexed events next to their exact counts: a table for each benchmark and state.
 */
#include <math.h>
#include <string.h>

#include "host/base/number_text.h"
#include "host/base/text_table.h"
#include "host/data/run/sampled_run.h"
#include "host/output/show/multiplex_figures.h"
#include "host/output/show/show_views.h"

static unsigned show_multiplex_rounds(const struct run *run, const struct sampling *of)
{
    unsigned most = 0;
    for (unsigned i = 0; i < run->n_multiplexes; i++)
        if (run->multiplexes[i].sampling < run->n_samplings &&
            sampled_run_same_case(&run->samplings[run->multiplexes[i].sampling], of) &&
            run->multiplexes[i].rounds > most)
            most = run->multiplexes[i].rounds;
    return most;
}

static unsigned show_multiplex_events(const struct run *run, const struct sampling *of)
{
    unsigned n = 0;
    for (unsigned i = 0; i < run->n_multiplexes; i++)
        n += run->multiplexes[i].sampling < run->n_samplings &&
             sampled_run_same_case(&run->samplings[run->multiplexes[i].sampling], of);
    return n;
}

/* Formats ", weights 2,1,1", by group, or "" if each group has one slice per round. */
static const char *show_multiplex_weights(const struct run *run, const struct sampling *of,
                                          char *text, size_t size)
{
    unsigned next = 0;
    size_t length = 0;
    *text = '\0';
    for (unsigned i = 0; i < run->n_multiplexes && length < size; i++) {
        const struct multiplex *multiplex = &run->multiplexes[i];
        if (multiplex->slices <= multiplex->groups || multiplex->group != next ||
            multiplex->sampling >= run->n_samplings ||
            !sampled_run_same_case(&run->samplings[multiplex->sampling], of))
            continue;
        length += (size_t)snprintf(text + length, size - length, "%s%u",
                                   next++ ? "," : ", weights ", multiplex->share);
    }
    return text;
}

static void show_multiplex_add_heading(struct text_table *table, const struct run *run,
                                       const struct multiplex *multiplex)
{
    const struct sampling *of = &run->samplings[multiplex->sampling];
    unsigned events = show_multiplex_events(run, of), rounds = show_multiplex_rounds(run, of);
    char weights[120], without[48] = "";
    if (strcmp(of->ablate, "none") != 0)
        snprintf(without, sizeof without, ", without %s", of->ablate);
    text_table_line(
        table,
        "\n%s   %s%s   %u event%s in %u group%s%s, slices of %s %s, %s order, %u round%s   (%s)",
        of->bench, of->state, without, events, events == 1 ? "" : "s", multiplex->groups,
        multiplex->groups == 1 ? "" : "s", show_multiplex_weights(run, of, weights, sizeof weights),
        number_text_short(multiplex->slice, 1),
        strcmp(multiplex->unit, "events") ? multiplex->unit : of->unit, multiplex->order, rounds,
        rounds == 1 ? "" : "s", platform_name(run->platform));
}

static void show_multiplex_add_row(struct text_table *table, const struct multiplex *multiplex,
                                   const struct multiplex_figures *figures)
{
    text_table_add_row(table);
    text_table_cell(table, 0, "%s", multiplex->event);
    if (isnan(figures->estimate))
        text_table_cell(table, 1, "not received");
    else
        text_table_cell(table, 1, "%s%s", number_text(figures->estimate, 0),
                        figures->estimate < 0 ? SAMPLED_IMPOSSIBLE : "");
    if (figures->estimate > 0 && !isnan(figures->half_width))
        text_table_cell(table, 2, "+-%.1f %%", 100 * figures->half_width / figures->estimate);
    text_table_cell(table, 3, "%s",
                    figures->exact_missing  ? "not received"
                    : isnan(figures->exact) ? "not counted"
                                            : number_text(figures->exact, 0));
    if (figures->rounds < multiplex->rounds)
        text_table_cell(table, 6, "%u of %u", figures->rounds, multiplex->rounds);
    if (!isnan(figures->off))
        text_table_cell(table, 4, "%.1f %%", 100 * figures->off);
    if (figures->rare)
        text_table_cell(table, 5, "N/A");
    else if (!isnan(figures->distance))
        text_table_cell(table, 5, "%.2f%s", figures->distance, figures->replaced ? "*" : "");
}

static void show_multiplex_print_notes(bool rare, bool replaced, bool impossible, FILE *to)
{
    text_table_fit_line(
        "KL: Kullback-Leibler distance of the estimate over the rounds from the exact count; 0: "
        "equal",
        to);
    if (rare)
        fprintf(to, "N/A: fewer than one event in %s clocks\n", number_text(MULTIPLEX_RARE, 0));
    if (replaced)
        fputs("*: an estimate of 0 is replaced by half a count if the exact count is not 0\n", to);
    if (impossible)
        fputs(SAMPLED_IMPOSSIBLE_NOTE, to);
}

unsigned show_multiplex(const struct run *run, const struct view *view, FILE *to)
{
    static const char *const headers[] = {"event", "estimate",       "", "exact", "error",
                                          "KL",    "rounds received"};
    const struct sampling *last = NULL;
    struct text_table *table = text_table_new(7);
    bool rare = false, replaced = false, impossible = false;
    unsigned n = 0;
    for (unsigned i = 0; i < 7; i++)
        text_table_set_column(table, i, headers[i], i ? TABLE_RIGHT : TABLE_LEFT);
    text_table_optional(table, 6);
    for (unsigned i = 0; i < run->n_multiplexes; i++) {
        const struct multiplex *multiplex = &run->multiplexes[i];
        struct multiplex_figures figures;
        if (multiplex->sampling >= run->n_samplings ||
            !selection_matches_sampled(&view->selection, &run->samplings[multiplex->sampling],
                                       multiplex->event))
            continue;
        if (!last || !sampled_run_same_case(last, &run->samplings[multiplex->sampling]))
            show_multiplex_add_heading(table, run, multiplex);
        multiplex_figures_of_run(run, multiplex, &figures);
        show_multiplex_add_row(table, multiplex, &figures);
        last = &run->samplings[multiplex->sampling];
        rare = rare || figures.rare;
        replaced = replaced || figures.replaced;
        impossible = impossible || figures.estimate < 0;
        n++;
    }
    if (n) {
        text_table_print(table, to, view->colour);
        show_multiplex_print_notes(rare, replaced, impossible, to);
    }
    text_table_free(table);
    return n + show_multiplex_regions(run, view, to);
}
