/*
 * SPDX-License-Identifier: MIT
 * Picture of multiplexing error, after Figure 6 of the paper on multiplexing: the distance of
 * estimates from exact counts, over the slice and over the number of groups. A line is an event;
 * its points may come from several runs.
 */
#include <math.h>
#include <stdlib.h>

#include "host/output/plot/distance_lines.h"
#include "host/base/number_text.h"
#include "host/output/plot/plot_script.h"

#define PANEL   280  /* pixels */
#define HEAD    92   /* what script_begin() leaves above the drawing */
#define AXIS    70   /* and below it */
#define LEGEND  19   /* height of a line of the legend */
#define BETWEEN 78   /* between two panels: the axis of the upper one */
#define COLUMNS 2    /* of the legend */
#define WILL_DO 0.20 /* the paper's limit of an acceptable distance */

static void plot_multiplex_points(FILE *script, const struct distance_line *line,
                                  enum distance_axis axis, unsigned number)
{
    fprintf(script, "$%s%u << END\n", distance_axis_words[axis], number);
    for (unsigned i = 0; i < line->n; i++)
        fprintf(script, "%.9g\t%.9g\t%u\n", distance_place(&line->points[i], axis),
                line->points[i].figures.distance, line->points[i].figures.replaced);
    fputs("END\n", script);
}

/* Labels the existing positions, as many as fit. */
static void plot_multiplex_tics(FILE *script, const struct distance_panel *panel,
                                enum distance_axis axis)
{
    double least = INFINITY, most = 0, last = 0;
    bool any = false;
    for (unsigned l = 0; l < panel->n; l++) {
        least = fmin(least, distance_place(&panel->lines[l].points[0], axis));
        most = fmax(most, distance_place(&panel->lines[l].points[panel->lines[l].n - 1], axis));
    }
    fprintf(script, "set logscale x 10\nset xrange [%.9g:%.9g]\nset xtics (",
            least * pow(most / least, -0.02), most * pow(most / least, 0.02));
    for (double next = least; next < INFINITY;) {
        if (!any || log(next / last) > 0.06 * log(most / least)) {
            fprintf(script, "%s'%s' %.9g", any ? ", " : "", number_text_short(next, 1), next);
            last = next;
            any = true;
        }
        double at = next;
        next = INFINITY;
        for (unsigned l = 0; l < panel->n; l++)
            for (unsigned p = 0; p < panel->lines[l].n; p++)
                if (distance_place(&panel->lines[l].points[p], axis) > at)
                    next = fmin(next, distance_place(&panel->lines[l].points[p], axis));
    }
    fputs(")\n", script);
}

/* Returns whether all lines have the same value on the axis that is not drawn. */
static bool same_other(const struct distance_panel *panel, enum distance_axis axis)
{
    for (unsigned i = 1; i < panel->n; i++)
        if (distance_place(panel->lines[0].points, distance_other(axis)) !=
            distance_place(panel->lines[i].points, distance_other(axis)))
            return false;
    return true;
}

static void plot_multiplex_axis(FILE *script, const struct distance_panel *panel,
                                enum distance_axis axis)
{
    const struct distance_point *any = panel->lines[0].points;
    char name[200];
    int length;
    if (axis == SLICE)
        length = snprintf(name, sizeof name, "%s a slice", distance_unit(any));
    else
        length = snprintf(name, sizeof name, "groups");
    if (!same_other(panel, axis))
        snprintf(name + length, sizeof name - (size_t)length, "; one line per %s",
                 axis == SLICE ? "number of groups" : "slice length");
    else if (axis == SLICE)
        snprintf(name + length, sizeof name - (size_t)length, ", %u groups",
                 any->multiplex->groups);
    else
        snprintf(name + length, sizeof name - (size_t)length, ", slices of %s %s",
                 number_text_short(any->multiplex->slice, 1), distance_unit(any));
    fputs("set xlabel ", script);
    script_text(script, name);
    fputs("\n", script);
}

static void plot_multiplex_lines(FILE *script, struct distances *distances, enum distance_axis axis)
{
    const struct distance_panel *panel = &distances->panels[axis];
    fprintf(script, "plot %.2f with lines lw 1.4 dt 2 lc rgb '#606060' notitle", WILL_DO);
    for (unsigned i = 0; i < panel->n; i++) {
        const char *event = panel->lines[i].points->multiplex->event;
        unsigned colour = (unsigned)distance_colour(distances, event);
        const char *rgb = script_colour(colour), *of = distance_axis_words[axis];
        unsigned point = 5 + 2 * (colour % 4);
        fprintf(script, ", $%s%u using 1:2 smooth unique with lines lw 2 dt %u lc rgb '%s' notitle",
                of, i, 1 + colour / PICTURE_MOST_SERIES, rgb);
        fprintf(script, ", $%s%u using 1:2 with points lw 2 pt %u ps 1.2 lc rgb '%s' notitle", of,
                i, point, rgb);
        fprintf(script,
                ", $%s%u using ($3 > 0 ? $1 : NaN):2 with points pt %u ps 0.6 lc rgb '#FFFFFF' "
                "notitle",
                of, i, point);
    }
    for (unsigned i = 0; i < distances->n_events; i++) {
        fprintf(script, ", NaN with linespoints lw 2 dt %u pt %u ps 1.2 lc rgb '%s' title ",
                1 + i / PICTURE_MOST_SERIES, 5 + 2 * (i % 4), script_colour(i));
        script_text(script, distances->events[i]);
    }
    fputs("\n", script);
}

static void plot_multiplex_panels(FILE *script, struct distances *distances, unsigned panels)
{
    unsigned rows = (distances->n_events + COLUMNS - 1) / COLUMNS, done = 0;
    double height = HEAD + panels * PANEL + AXIS + LEGEND * rows;
    fputs(
        "set multiplot\nset grid x y\nset yrange [0:*]\nset lmargin at screen 0.08\n"
        "set rmargin at screen 0.96\nset offsets graph 0, 0, graph 0.06, 0\n"
        "set ylabel 'KL distance'\n",
        script);
    for (unsigned axis = 0; axis < DISTANCE_AXES; axis++) {
        const struct distance_panel *panel = &distances->panels[axis];
        if (!panel->n)
            continue;
        double top = HEAD + done * (double)PANEL, bottom = top + PANEL;
        done++;
        fprintf(script, "set tmargin at screen %.4f\nset bmargin at screen %.4f\n",
                1 - top / height, 1 - (bottom - (done < panels ? BETWEEN : 0)) / height);
        for (unsigned i = 0; i < panel->n; i++)
            plot_multiplex_points(script, &panel->lines[i], axis, i);
        plot_multiplex_tics(script, panel, axis);
        plot_multiplex_axis(script, panel, axis);
        fprintf(script,
                "set label 1000 '%.2f' at graph 0.998, first %.2f right front offset 0, 0.6 "
                "tc rgb '#606060'\n",
                WILL_DO, WILL_DO);
        plot_multiplex_lines(script, distances, axis);
        fputs("unset label\nunset key\n", script); /* heading and legend are drawn only once */
    }
    fputs("unset multiplot\n", script);
}

static void plot_multiplex_script(FILE *script, struct distances *distances)
{
    char title[300], about[200];
    const struct distance_point *first = distances->points;
    unsigned panels = (distances->panels[SLICE].n > 0) + (distances->panels[GROUPS].n > 0);
    size_t length;
    snprintf(title, sizeof title, "%s (%s): error of multiplexing estimates", first->of->bench,
             first->of->state);
    snprintf(about, sizeof about,
             "%s order of groups; below the broken line: acceptable; hollow: an estimate of 0, "
             "replaced by half a count",
             first->multiplex->order);
    script_begin(script, distances->picture, panels * PANEL, distances->n_events, COLUMNS, title,
                 about);
    plot_multiplex_panels(script, distances, panels);
    FILE *note = open_memstream(&distances->picture->note, &length);
    for (unsigned i = 0; note && i < distances->n_missing; i++)
        fprintf(note, "%s%s", i ? ", " : "not plotted, because they have no distance (N/A): ",
                distances->missing[i]);
    if (note && distances->n_missing)
        fputs("\n", note);
    if (note)
        fclose(note);
}

static int plot_multiplex_write(struct picture *picture, FILE *script)
{
    struct distances distances;
    if (picture->format == PICTURE_DATA)
        return picture_refuse(picture, "HTML pages have it as a table");
    int failed = distances_find(&distances, picture);
    if (!failed)
        plot_multiplex_script(script, &distances);
    distances_free(&distances);
    return failed;
}

const struct picture_kind picture_multiplex = {
    "multiplex", "error of multiplexing estimates by slice length and number of groups", 1,
    plot_multiplex_write};
