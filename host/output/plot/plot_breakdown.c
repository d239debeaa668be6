/*
 * SPDX-License-Identifier: MIT
 * Picture of a breakdown over time: clocks by cause for each round of a benchmark, from multiplexed
 * events, each estimated for the whole round. Rounds have no samples, so the clocks of
 * long instructions are part of the unexplained clocks.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "host/analysis/breakdown/machine_runs.h"
#include "host/output/plot/breakdown_layers.h"
#include "host/output/plot/plot_script.h"
#include "host/data/run/sampled_run.h"
#include "host/data/run/series_table.h"

#define DRAWING 360 /* pixels */

struct rounds {
    const struct sampling *first; /* of the case to draw */
    struct series_table table;    /* of its first repetition */
    struct penalties penalties;
    bool drawn[LAYERS + 1];
    double scale; /* clocks per unit of the axis */
};

/* Finds the pass with the most events of the selected case. Returns 0 or -1. */
static int plot_breakdown_find_rounds(struct picture *picture, struct rounds *rounds)
{
    const struct run *run = picture->run;
    for (unsigned i = 0; i < run->n_samplings; i++) {
        const struct sampling *pass = &run->samplings[i];
        struct series_table table;
        if (strcmp(pass->experiment, "multiplex") ||
            !selection_matches_sampled(&picture->selection, pass, NULL))
            continue;
        if (rounds->first && !sampled_run_same_case(rounds->first, pass))
            return picture_refuse(picture,
                                  "rounds of %s (%s) and of %s (%s) are selected, but only one is "
                                  "plotted; select it with --bench or --state",
                                  rounds->first->bench, rounds->first->state, pass->bench,
                                  pass->state);
        rounds->first = pass;
        series_table_make(&table, run, i, "estimate", 0);
        if (table.n && table.n_events > rounds->table.n_events) {
            series_table_free(&rounds->table);
            rounds->table = table;
        } else {
            series_table_free(&table);
        }
    }
    if (rounds->table.n)
        return 0;
    return picture_refuse(
        picture,
        "no rounds are selected; 'bareprobe run -g breakdown experiment=multiplex' records them");
}

/* Writes a data row: time, layers stacked on each other, CPI, and CPI of issue alone. */
static void plot_breakdown_row(FILE *script, double at, const struct breakdown *b,
                               const double layers[LAYERS + 1])
{
    double upon = 0;
    fprintf(script, "%.9g", at);
    for (unsigned i = 0; i <= LAYERS; i++) {
        upon += layers[i] / b->instructions;
        fprintf(script, "\t%.9g", upon);
    }
    fprintf(script, "\t%.9g\t%.9g\n", b->all / b->instructions,
            b->parts[PART_BASE].clocks / b->instructions);
}

static void plot_breakdown_rounds(FILE *script, struct rounds *rounds)
{
    double at = 0, layers[LAYERS + 1];
    struct breakdown b = {0};
    fputs("$rounds << END\n", script);
    for (unsigned i = 0; i < rounds->table.n; i++) {
        const struct breakdown_counts counts = {.rounds = &rounds->table, .round = i};
        bool there = breakdown_of(&counts, &rounds->penalties, NULL, &b) && b.instructions > 0;
        if (there) {
            breakdown_layers_of(&b, layers);
            for (unsigned l = 0; l <= LAYERS; l++)
                rounds->drawn[l] |= layers[l] > 0;
            plot_breakdown_row(script, at / rounds->scale, &b, layers);
        }
        at += fmax(rounds->table.clocks[i], 0);
        if (there && i + 1 == rounds->table.n)
            plot_breakdown_row(script, at / rounds->scale, &b, layers);
    }
    fprintf(script, "END\nset xrange [0:%.9g]\n", at / rounds->scale);
}

/* Draws the upper layers first, so that each lower layer covers its part of them. */
static void plot_breakdown_command(FILE *script, const struct rounds *rounds)
{
    fputs("plot ", script);
    for (unsigned l = LAYERS + 1; l-- > 0;)
        if (rounds->drawn[l]) {
            fprintf(script,
                    "$rounds using 1:%u with fillsteps fs solid noborder lc rgb '%s' title ", l + 2,
                    l == LAYERS ? SCRIPT_GREY : script_colour(l));
            script_text(script, l == LAYERS ? "executing and not explained" : layer_names[l]);
            fputs(", ", script);
        }
    fprintf(script,
            "$rounds using 1:%u with steps lw 2 lc rgb '#000000' title 'CPI', $rounds using 1:%u "
            "with steps lw 2 dt 2 lc rgb '#FFFFFF' notitle, $rounds using 1:%u with steps lw 2 dt "
            "3 lc rgb '#000000' title 'CPI of issue alone (ideal for these pairs)'\n",
            LAYERS + 3, LAYERS + 4, LAYERS + 4);
}

static void plot_breakdown_script(struct picture *picture, FILE *script, struct rounds *rounds)
{
    char title[300], about[300];
    const bool mhz = picture->run->mhz > 0;
    rounds->scale = 1000 * (mhz ? picture->run->mhz : 1);
    snprintf(title, sizeof title, "%s (%s): clocks by cause", rounds->first->bench,
             rounds->first->state);
    snprintf(about, sizeof about, "%u rounds of multiplexed events; %s", rounds->table.n,
             rounds->penalties.from);
    script_begin(script, picture, DRAWING, LAYERS + 3, 3, title, about);
    fprintf(script, "set xlabel '%s'\nset ylabel 'clocks per instruction'\nset yrange [0:*]\n",
            mhz ? "milliseconds of the benchmark" : "thousands of clocks");
    plot_breakdown_rounds(script, rounds);
    plot_breakdown_command(script, rounds);
}

static int plot_breakdown_write(struct picture *picture, FILE *script)
{
    struct rounds rounds = {0};
    struct machine_runs others;
    int failed = 0;
    if (picture->format == PICTURE_DATA)
        return picture_refuse(picture, "HTML pages have it as a table");
    failed = plot_breakdown_find_rounds(picture, &rounds);
    if (!failed && machine_runs_find(picture->run, picture->store, NULL, NULL, &others))
        failed = picture_refuse(picture, "cannot look up other runs of this machine");
    if (!failed) {
        penalties_find(picture->run, others.machine, &rounds.penalties);
        plot_breakdown_script(picture, script, &rounds);
        machine_runs_free(&others);
    }
    series_table_free(&rounds.table);
    return failed;
}

const struct picture_kind picture_breakdown = {
    "breakdown", "clocks by cause over the time of a benchmark", 1, plot_breakdown_write};
