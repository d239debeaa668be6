/*
 * SPDX-License-Identifier: MIT
 * Picture of rates over the time of a benchmark: a panel for each event, all on the same axis. All
 * passes start at the origin, because each measures the same program.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "host/output/plot/plot_script.h"
#include "host/data/run/sampled_run.h"
#include "host/data/run/series_table.h"

#define MOST_PANELS 12
#define PANEL       120  /* pixels */
#define HEAD        92   /* what script_begin() leaves above the drawing */
#define FOOT        89   /* and below it with a line of legend */
#define BETWEEN     0.14 /* fraction of a panel */
#define MOST_DRAWN  8    /* repetitions, the first ones */
#define PER_CLOCKS  1000.0

struct panel {
    const char *event;
    unsigned sampling;
};

struct timeline {
    struct picture *picture;
    const struct sampling *first; /* of the case to draw */
    struct panel panels[MOST_PANELS];
    unsigned n;
    bool clocks;  /* the clocks of each tick are known */
    double end;   /* of the longest drawn repetition, in clocks or ticks */
    double scale; /* of the axis: clocks per unit */
};

static bool plot_timeline_is_multiplexed(const struct timeline *timeline)
{
    return !strcmp(timeline->first->experiment, "multiplex");
}

static bool has_panel(const struct timeline *timeline, const char *event, unsigned sampling)
{
    for (unsigned i = 0; i < timeline->n; i++)
        if (timeline->panels[i].sampling == sampling && !strcmp(timeline->panels[i].event, event))
            return true;
    return false;
}

/* Returns 0, or -1 if several cases or too many events are selected. */
static int plot_timeline_find_panels(struct timeline *timeline)
{
    struct picture *picture = timeline->picture;
    const struct run *run = picture->run;
    for (unsigned i = 0; i < run->n_series; i++) {
        const struct series_part *part = &run->series[i];
        const struct sampling *pass =
            part->sampling < run->n_samplings ? &run->samplings[part->sampling] : NULL;
        if (!pass || !strcmp(part->event, "time_stamp") ||
            !selection_matches_sampled(&picture->selection, pass, part->event) ||
            has_panel(timeline, part->event, part->sampling))
            continue;
        if (timeline->first && !sampled_run_same_case(timeline->first, pass))
            return picture_refuse(picture,
                                  "series of %s (%s) and of %s (%s) are selected, but only one is "
                                  "plotted; select it with --bench or --state",
                                  timeline->first->bench, timeline->first->state, pass->bench,
                                  pass->state);
        if (timeline->n == MOST_PANELS)
            return picture_refuse(picture,
                                  "too many events to plot (at most %u); select some with --event",
                                  MOST_PANELS);
        timeline->first = timeline->first ? timeline->first : pass;
        timeline->panels[timeline->n++] = (struct panel){part->event, part->sampling};
    }
    if (timeline->n)
        return 0;
    return picture_refuse(
        picture, "no series is selected; experiment=rates and experiment=multiplex record series");
}

static int plot_timeline_column(const struct series_table *table, const char *event)
{
    for (unsigned e = 0; e < table->n_events; e++)
        if (!strcmp(table->events[e], event))
            return (int)e;
    return -1;
}

/* Writes a data block: start and rate of each tick, and the end of the last one. False: no
 * point. */
static bool plot_timeline_block(FILE *script, const struct timeline *timeline,
                                const struct panel *panel, const char *of, unsigned rep,
                                const char *name)
{
    struct series_table table;
    double at = 0, last = NAN;
    series_table_make(&table, timeline->picture->run, panel->sampling, of, rep);
    int column = plot_timeline_column(&table, panel->event);
    if (column >= 0)
        fprintf(script, "$%s << END\n", name);
    for (unsigned i = 0; column >= 0 && i < table.n; i++) {
        double value = table.values[column][i], clocks = timeline->clocks ? table.clocks[i] : 1;
        if (timeline->clocks)
            value *= PER_CLOCKS / clocks;
        if (isnan(clocks) || clocks <= 0)
            continue;
        if (!isnan(value))
            fprintf(script, "%.9g\t%.9g\n", at / timeline->scale, value);
        last = value;
        at += clocks;
    }
    if (!isnan(last))
        fprintf(script, "%.9g\t%.9g\n", at / timeline->scale, last);
    if (column >= 0)
        fputs("END\n", script);
    series_table_free(&table);
    return column >= 0 && !isnan(last);
}

/* Finds whether all drawn ticks have clocks, and where the last one ends. */
static void plot_timeline_find_end(struct timeline *timeline)
{
    const char *of = plot_timeline_is_multiplexed(timeline) ? "estimate" : "gain";
    double ticks = 0;
    timeline->clocks = true;
    for (unsigned p = 0; p < timeline->n; p++) {
        struct series_table table;
        double clocks = 0;
        series_table_make(&table, timeline->picture->run, timeline->panels[p].sampling, of, 0);
        for (unsigned i = 0; i < table.n; i++)
            clocks += table.clocks[i];
        timeline->clocks = timeline->clocks && !isnan(clocks);
        timeline->end = fmax(timeline->end, clocks);
        ticks = fmax(ticks, table.n);
        series_table_free(&table);
    }
    if (!timeline->clocks)
        timeline->end = ticks;
}

/* Writes the lines of one panel: first their data blocks, then the plot command. */
static void plot_timeline_panel(FILE *script, const struct timeline *timeline, unsigned number)
{
    const struct panel *panel = &timeline->panels[number];
    const struct sampling *pass = &timeline->picture->run->samplings[panel->sampling];
    static const char *const multiplexed[] = {"exact", "estimate"}, *const counted[] = {"gain"};
    bool estimated = plot_timeline_is_multiplexed(timeline), any = false;
    unsigned repetitions = pass->repetitions < MOST_DRAWN ? pass->repetitions : MOST_DRAWN;
    bool there[2][MOST_DRAWN] = {{false}};
    char name[40];
    for (unsigned k = 0; k < (estimated ? 2u : 1u); k++)
        for (unsigned rep = 0; rep < repetitions; rep++) {
            snprintf(name, sizeof name, "p%uk%ur%u", number, k, rep);
            there[k][rep] = plot_timeline_block(script, timeline, panel,
                                                estimated ? multiplexed[k] : counted[0], rep, name);
        }
    for (unsigned k = 0; k < (estimated ? 2u : 1u); k++)
        for (unsigned rep = repetitions; rep-- > 0;) {
            if (!there[k][rep])
                continue;
            const char *colour = estimated && k == 0 ? "#000000" : script_colour(number);
            fprintf(script, "%s$p%uk%ur%u using 1:2 with steps lw %s lc rgb '#%s%s' notitle",
                    any ? ", " : "plot ", number, k, rep, estimated && k == 0 ? "2.2" : "1.3",
                    rep ? "A0" : "00", colour + 1);
            any = true;
        }
    fputs(any ? "\n" : "plot NaN notitle\n", script);
}

static void plot_timeline_panels(FILE *script, const struct timeline *timeline)
{
    double height = HEAD + timeline->n * PANEL + FOOT;
    fputs("set multiplot\nunset key\nset grid x y\nset yrange [0:*]\nset lmargin at screen 0.1\n",
          script);
    fprintf(script, "set xrange [0:%.9g]\n", timeline->end / timeline->scale);
    for (unsigned p = 0; p < timeline->n; p++) {
        double top = 1 - (HEAD + p * (double)PANEL) / height, bottom = top - PANEL / height;
        bool last = p + 1 == timeline->n;
        fprintf(script, "set tmargin at screen %.4f\nset bmargin at screen %.4f\n",
                top - BETWEEN * PANEL / height, bottom);
        fputs("set label 1000 ", script);
        script_text(script, timeline->panels[p].event);
        fputs(" at graph 0.01, graph 1.06 left front noenhanced\n", script);
        if (last)
            fprintf(script, "set format x '%%g'\nset xlabel '%s'\n",
                    !timeline->clocks                 ? "ticks"
                    : timeline->picture->run->mhz > 0 ? "milliseconds of the benchmark"
                                                      : "thousands of clocks");
        else
            fputs("set format x ''\n", script);
        plot_timeline_panel(script, timeline, p);
        if (!p) /* the heading is drawn only once */
            fputs("unset label\n", script);
    }
    fputs("unset multiplot\n", script);
}

static int plot_timeline_write(struct picture *picture, FILE *script)
{
    struct timeline timeline = {.picture = picture, .scale = 1};
    char title[300], about[300], source[160];
    if (picture->format == PICTURE_DATA || plot_timeline_find_panels(&timeline))
        return picture->why_not ? -1 : picture_refuse(picture, "HTML pages have it as a table");
    plot_timeline_find_end(&timeline);
    if (timeline.clocks)
        timeline.scale = 1000 * (picture->run->mhz > 0 ? picture->run->mhz : 1);
    snprintf(title, sizeof title, "%s (%s): events %s", timeline.first->bench,
             timeline.first->state, timeline.clocks ? "per 1,000 clocks" : "per tick");
    if (plot_timeline_is_multiplexed(&timeline))
        snprintf(about, sizeof about, "coloured: estimate of each round; black: exact count");
    else
        snprintf(about, sizeof about, "sampled %s; %u repetition%s%s",
                 sampled_run_text(timeline.first, source, sizeof source),
                 timeline.first->repetitions, timeline.first->repetitions == 1 ? "" : "s",
                 timeline.first->repetitions > 1 ? ", the first in full colour" : "");
    script_begin(script, picture, timeline.n * PANEL, 1, 1, title, about);
    plot_timeline_panels(script, &timeline);
    return 0;
}

const struct picture_kind picture_timeline = {
    "timeline", "events per 1,000 clocks over the time of a benchmark", 1, plot_timeline_write};
