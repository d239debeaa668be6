/*
 * SPDX-License-Identifier: MIT
 * Picture of channels: a lane for each channel, with a tick at each stamp of the first repetition
 * that has any. Values are printed next to their ticks if they fit.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "host/output/plot/plot_script.h"
#include "host/data/run/channel_times.h"
#include "host/data/run/sampled_run.h"

#define LANE       34 /* pixels */
#define MOST_LANES 40
#define LETTER     0.009 /* width of a character, as a fraction of the axis */

struct lanes {
    struct picture *picture;
    const struct sampling *pass;
    const struct channel *channels[MOST_LANES];
    unsigned n, sampling, rep;
    struct channel_stamps stamps;
    double end, scale; /* of the axis; scale: clocks per unit */
};

/* Returns 0, or -1 unless exactly one pass is selected. */
static int plot_channels_find_pass(struct lanes *lanes)
{
    struct picture *picture = lanes->picture;
    const struct run *run = picture->run;
    for (unsigned i = 0; i < run->n_samplings; i++) {
        const struct sampling *pass = &run->samplings[i];
        if (strcmp(pass->experiment, "channels") ||
            !selection_matches_sampled(&picture->selection, pass, NULL))
            continue;
        if (lanes->pass)
            return picture_refuse(picture,
                                  "channels of %s (%s) and of %s (%s) are selected, but only one "
                                  "is plotted; select it with --bench or --state",
                                  lanes->pass->bench, lanes->pass->state, pass->bench, pass->state);
        lanes->pass = pass;
        lanes->sampling = i;
    }
    return lanes->pass ? 0
                       : picture_refuse(picture,
                                        "no stamps are selected; experiment=channels records them");
}

/* Finds the first repetition that has stamps. */
static int plot_channels_find_stamps(struct lanes *lanes)
{
    const struct run *run = lanes->picture->run;
    for (; lanes->rep < lanes->pass->repetitions; lanes->rep++) {
        lanes->stamps = channel_times_of(run, lanes->sampling, lanes->rep);
        if (lanes->stamps.arrived)
            return 0;
        free(lanes->stamps.all);
    }
    return picture_refuse(lanes->picture, "none of its stamps was received");
}

static int lane_of(const struct lanes *lanes, const struct channel *channel)
{
    for (unsigned i = 0; i < lanes->n; i++)
        if (lanes->channels[i] == channel)
            return (int)i;
    return -1;
}

static int plot_channels_find_lanes(struct lanes *lanes)
{
    for (unsigned i = 0; i < lanes->stamps.n; i++) {
        const struct channel_stamp *stamp = &lanes->stamps.all[i];
        if (!stamp->channel || lane_of(lanes, stamp->channel) >= 0)
            continue;
        if (lanes->n == MOST_LANES)
            return picture_refuse(lanes->picture, "too many channels to plot (at most %u)",
                                  MOST_LANES);
        lanes->channels[lanes->n++] = stamp->channel;
        lanes->end = fmax(lanes->end, stamp->time);
    }
    for (unsigned i = 0; i < lanes->stamps.n; i++)
        if (lanes->stamps.all[i].channel)
            lanes->end = fmax(lanes->end, lanes->stamps.all[i].time);
    return 0;
}

/* Writes a data block for each lane: the positions of its ticks. */
static void plot_channels_ticks(FILE *script, const struct lanes *lanes)
{
    for (unsigned lane = 0; lane < lanes->n; lane++) {
        fprintf(script, "$lane%u << END\n", lane);
        for (unsigned i = 0; i < lanes->stamps.n; i++)
            if (lanes->stamps.all[i].channel == lanes->channels[lane])
                fprintf(script, "%.9g\t%u\n", lanes->stamps.all[i].time / lanes->scale, lane);
        fputs("END\n", script);
    }
}

/* Values of channels and of watched writes are printed; those of exceptions and interrupts are
 * addresses. */
static bool plot_channels_shows_value(const struct channel_stamp *stamp)
{
    return stamp->channel && stamp->has_value && !strchr("xi", stamp->channel->key[0]);
}

static double next_in_lane(const struct lanes *lanes, unsigned i)
{
    const struct channel_stamp *stamp = &lanes->stamps.all[i];
    while (++i < lanes->stamps.n)
        if (lanes->stamps.all[i].channel == stamp->channel)
            return lanes->stamps.all[i].time;
    return INFINITY;
}

/* Writes each value that fits between the ticks of its lane. */
static void plot_channels_values(FILE *script, const struct lanes *lanes)
{
    double label_ends[MOST_LANES] = {0};
    for (unsigned i = 0; i < lanes->stamps.n; i++) {
        const struct channel_stamp *stamp = &lanes->stamps.all[i];
        char text[24];
        if (!plot_channels_shows_value(stamp))
            continue;
        int lane = lane_of(lanes, stamp->channel);
        int length = snprintf(text, sizeof text, "%.0f", stamp->value);
        double end = stamp->time + lanes->end * LETTER * (length + 2);
        if (stamp->time < label_ends[lane] || next_in_lane(lanes, i) < end)
            continue;
        label_ends[lane] = end;
        fprintf(script, "set label '%s' at %.9g,%d left front offset 0.3,0 font ',8'\n", text,
                stamp->time / lanes->scale, lane);
    }
}

static void plot_channels_lanes(FILE *script, const struct lanes *lanes)
{
    char label[CHANNEL_LABEL];
    size_t longest = 0;
    plot_channels_ticks(script, lanes);
    plot_channels_values(script, lanes);
    fprintf(script, "unset key\nset yrange [%.2f:-0.5]\nset xrange [0:%.9g]\nset ytics scale 0 (",
            lanes->n - 0.5, lanes->end * 1.02 / lanes->scale);
    for (unsigned i = 0; i < lanes->n; i++) {
        fputs(i ? ", " : "", script);
        script_text(script, channel_times_label(lanes->channels[i], label));
        longest = strlen(label) > longest ? strlen(label) : longest;
        fprintf(script, " %u", i);
    }
    fprintf(script, ")\nset lmargin %zu\nset xlabel '%s'\nplot ", longest + 3,
            lanes->picture->run->mhz > 0 ? "microseconds of the benchmark" : "clocks");
    for (unsigned i = 0; i < lanes->n; i++)
        fprintf(script,
                "%s$lane%u using 1:($2+0.36):(0):(-0.72) with vectors nohead lw 1.4 lc rgb '%s' "
                "notitle",
                i ? ", " : "", i, script_colour(i));
    fputs("\n", script);
}

static void plot_channels_heading(FILE *script, const struct lanes *lanes)
{
    char title[300], about[300];
    const struct sampling *pass = lanes->pass;
    snprintf(title, sizeof title, "%s (%s): stamps over time", pass->bench, pass->state);
    snprintf(about, sizeof about,
             "%u stamps of repetition %u of %u; their cost (%.4g clocks each) is subtracted",
             lanes->stamps.arrived, lanes->rep + 1, pass->repetitions, pass->handler);
    script_begin(script, lanes->picture, lanes->n * LANE + LANE, 1, 1, title, about);
}

static int plot_channels_write(struct picture *picture, FILE *script)
{
    struct lanes lanes = {.picture = picture,
                          .scale = picture->run->mhz > 0 ? picture->run->mhz : 1};
    if (picture->format == PICTURE_DATA)
        return picture_refuse(picture, "HTML pages have it as a table");
    if (plot_channels_find_pass(&lanes) || plot_channels_find_stamps(&lanes))
        return -1;
    int failed = plot_channels_find_lanes(&lanes);
    if (!failed) {
        plot_channels_heading(script, &lanes);
        plot_channels_lanes(script, &lanes);
    }
    free(lanes.stamps.all);
    return failed;
}

const struct picture_kind picture_channels = {
    "channels", "stamps of channels and hooks over time, one lane each", 1, plot_channels_write};
