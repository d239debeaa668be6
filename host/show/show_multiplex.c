/*
 * SPDX-License-Identifier: MIT
 * Prints multiplexed events next to their exact counts: a table for each benchmark and state.
 */
#include <math.h>
#include <string.h>

#include "host/base/text_table.h"
#include "host/run/sampled_run.h"
#include "host/show/multiplex_figures.h"
#include "host/show/show.h"

static unsigned rounds_of(const struct run *run, const struct sampling *of)
{
    unsigned most = 0;
    for (unsigned i = 0; i < run->n_multiplexes; i++)
        if (run->multiplexes[i].sampling < run->n_samplings &&
            sampling_same_case(&run->samplings[run->multiplexes[i].sampling], of) &&
            run->multiplexes[i].rounds > most)
            most = run->multiplexes[i].rounds;
    return most;
}

static unsigned events_of(const struct run *run, const struct sampling *of)
{
    unsigned n = 0;
    for (unsigned i = 0; i < run->n_multiplexes; i++)
        n += run->multiplexes[i].sampling < run->n_samplings &&
             sampling_same_case(&run->samplings[run->multiplexes[i].sampling], of);
    return n;
}

/* Formats ", weights 2,1,1", by group, or "" if each group has one slice per round. */
static const char *shares_of(const struct run *run, const struct sampling *of, char *text,
                             size_t size)
{
    unsigned next = 0;
    size_t length = 0;
    *text = '\0';
    for (unsigned i = 0; i < run->n_multiplexes && length < size; i++) {
        const struct multiplex *multiplex = &run->multiplexes[i];
        if (multiplex->slices <= multiplex->groups || multiplex->group != next ||
            multiplex->sampling >= run->n_samplings ||
            !sampling_same_case(&run->samplings[multiplex->sampling], of))
            continue;
        length += (size_t)snprintf(text + length, size - length, "%s%u",
                                   next++ ? "," : ", weights ", multiplex->share);
    }
    return text;
}

static void add_heading(struct table *table, const struct run *run,
                        const struct multiplex *multiplex)
{
    const struct sampling *of = &run->samplings[multiplex->sampling];
    unsigned events = events_of(run, of), rounds = rounds_of(run, of);
    char shares[120];
    table_line(
        table,
        "\n%s   %s   %u event%s in %u group%s%s, slices of %s %s, %s order, %u round%s   (%s)",
        of->bench, of->state, events, events == 1 ? "" : "s", multiplex->groups,
        multiplex->groups == 1 ? "" : "s", shares_of(run, of, shares, sizeof shares),
        number_text_short(multiplex->slice, 1),
        strcmp(multiplex->unit, "events") ? multiplex->unit : of->unit, multiplex->order, rounds,
        rounds == 1 ? "" : "s", platform_name(run->platform));
}

static void add_row(struct table *table, const struct multiplex *multiplex,
                    const struct multiplex_figures *figures)
{
    table_row(table);
    table_cell(table, 0, "%s", multiplex->event);
    if (isnan(figures->estimate))
        table_cell(table, 1, "not received");
    else
        table_cell(table, 1, "%s", number_text(figures->estimate, 0));
    if (figures->estimate > 0 && !isnan(figures->half_width))
        table_cell(table, 2, "+-%.1f %%", 100 * figures->half_width / figures->estimate);
    table_cell(table, 3, "%s",
               figures->exact_unheard  ? "not received"
               : isnan(figures->exact) ? "not counted"
                                       : number_text(figures->exact, 0));
    if (figures->rounds < multiplex->rounds)
        table_cell(table, 6, "%u of %u", figures->rounds, multiplex->rounds);
    if (!isnan(figures->off))
        table_cell(table, 4, "%.1f %%", 100 * figures->off);
    if (figures->rare)
        table_cell(table, 5, "N/A");
    else if (!isnan(figures->distance))
        table_cell(table, 5, "%.2f%s", figures->distance, figures->replaced ? "*" : "");
}

static void put_notes(bool rare, bool replaced, FILE *to)
{
    fputs(
        "KL: Kullback-Leibler distance of the estimate over the rounds from the exact count; 0: "
        "equal\n",
        to);
    if (rare)
        fprintf(to, "N/A: fewer than one event in %s clocks\n", number_text(MULTIPLEX_RARE, 0));
    if (replaced)
        fputs("*: an estimate of 0 is replaced by half a count if the exact count is not 0\n", to);
}

unsigned show_multiplex(const struct run *run, const struct view *view, FILE *to)
{
    static const char *const headers[] = {"event", "estimate",       "", "exact", "error",
                                          "KL",    "rounds received"};
    const struct sampling *last = NULL;
    struct table *table = table_new(7);
    bool rare = false, replaced = false;
    unsigned n = 0;
    for (unsigned i = 0; i < 7; i++)
        table_column(table, i, headers[i], i ? TABLE_RIGHT : TABLE_LEFT);
    table_optional(table, 6);
    for (unsigned i = 0; i < run->n_multiplexes; i++) {
        const struct multiplex *multiplex = &run->multiplexes[i];
        struct multiplex_figures figures;
        if (multiplex->sampling >= run->n_samplings ||
            !selected_sampled(&view->selection, &run->samplings[multiplex->sampling],
                              multiplex->event))
            continue;
        if (!last || !sampling_same_case(last, &run->samplings[multiplex->sampling]))
            add_heading(table, run, multiplex);
        multiplex_of_run(run, multiplex, &figures);
        add_row(table, multiplex, &figures);
        last = &run->samplings[multiplex->sampling];
        rare = rare || figures.rare;
        replaced = replaced || figures.replaced;
        n++;
    }
    if (n) {
        table_print(table, to, view->colour);
        put_notes(rare, replaced, to);
    }
    table_free(table);
    return n;
}
