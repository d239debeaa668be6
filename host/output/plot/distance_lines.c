/*
 * SPDX-License-Identifier: MIT
 * Builds lines from runs: each event's distances, sorted along the axis.
 */
#include "host/output/plot/distance_lines.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/allocation.h"
#include "host/data/run/sampled_run.h"

const char *const distance_axis_words[DISTANCE_AXES] = {"slice", "groups"};

double distance_place(const struct distance_point *point, enum distance_axis axis)
{
    return axis == SLICE ? point->multiplex->slice : point->multiplex->groups;
}

enum distance_axis distance_other(enum distance_axis axis)
{
    return axis == SLICE ? GROUPS : SLICE;
}

const char *distance_unit(const struct distance_point *point)
{
    return strcmp(point->multiplex->unit, "events") ? point->multiplex->unit : point->of->unit;
}

static bool same_case(const struct distance_point *a, const struct distance_point *b)
{
    return !strcmp(a->of->bench, b->of->bench) && !strcmp(a->of->state, b->of->state) &&
           !strcmp(a->of->ablate, b->of->ablate) &&
           !strcmp(a->multiplex->order, b->multiplex->order);
}

/* ---- points ---------------------------------------------------------------------------------- */

static void distance_add_run(struct distances *distances, const struct run *run)
{
    for (unsigned i = 0; i < run->n_multiplexes; i++) {
        const struct multiplex *multiplex = &run->multiplexes[i];
        const struct sampling *of =
            multiplex->sampling < run->n_samplings ? &run->samplings[multiplex->sampling] : NULL;
        if (!of || !selection_matches_sampled(&distances->picture->selection, of, multiplex->event))
            continue;
        struct distance_point point = {multiplex, of, {0}};
        multiplex_figures_of_run(run, multiplex, &point.figures);
        *(struct distance_point *)allocate_element(&distances->points, &distances->n,
                                                   sizeof point) = point;
    }
}

static bool has_distance(const struct distances *distances, const char *event)
{
    for (unsigned i = 0; i < distances->n; i++)
        if (!strcmp(distances->points[i].multiplex->event, event) &&
            !isnan(distances->points[i].figures.distance))
            return true;
    return false;
}

static void distance_find_missing(struct distances *distances)
{
    for (unsigned i = 0; i < distances->n; i++) {
        const char *event = distances->points[i].multiplex->event;
        bool known = has_distance(distances, event);
        for (unsigned w = 0; w < distances->n_missing && !known; w++)
            known = !strcmp(distances->missing[w], event);
        if (!known)
            *(const char **)allocate_element(&distances->missing, &distances->n_missing,
                                             sizeof *distances->missing) = event;
    }
}

/* Returns 0, or -1 if the points do not fit into one picture. */
static int distance_check_points(const struct distances *distances)
{
    struct picture *picture = distances->picture;
    const struct distance_point *first = distances->points;
    if (!distances->n)
        return picture_refuse(picture,
                              "no multiplexed event is selected; experiment=multiplex has them");
    for (unsigned i = 1; i < distances->n; i++) {
        const struct distance_point *point = &distances->points[i];
        if (strcmp(distance_unit(first), distance_unit(point)))
            return picture_refuse(
                picture, "slices in %s and slices in %s have no common axis; plot them separately",
                distance_unit(first), distance_unit(point));
        if (!same_case(first, point))
            return picture_refuse(
                picture,
                "%s (%s, %s order) and %s (%s, %s order) are selected, but only one is plotted; "
                "select it with --bench or --state, or name other runs",
                first->of->bench, first->of->state, first->multiplex->order, point->of->bench,
                point->of->state, point->multiplex->order);
    }
    return 0;
}

/* ---- lines ----------------------------------------------------------------------------------- */

static int distance_compare_places(const struct distance_point *a, const struct distance_point *b,
                                   enum distance_axis axis)
{
    return (distance_place(a, axis) > distance_place(b, axis)) -
           (distance_place(a, axis) < distance_place(b, axis));
}

static int by_slice(const void *a, const void *b)
{
    return distance_compare_places(a, b, SLICE);
}

static int by_groups(const void *a, const void *b)
{
    return distance_compare_places(a, b, GROUPS);
}

static void distance_add_point(struct distance_panel *panel, const struct distance_point *point,
                               enum distance_axis axis)
{
    enum distance_axis other = distance_other(axis);
    unsigned i = 0;
    while (i < panel->n &&
           (strcmp(panel->lines[i].points->multiplex->event, point->multiplex->event) ||
            distance_compare_places(panel->lines[i].points, point, other)))
        i++;
    if (i == panel->n)
        *(struct distance_line *)allocate_element(&panel->lines, &panel->n, sizeof *panel->lines) =
            (struct distance_line){0};
    struct distance_line *line = &panel->lines[i];
    *(struct distance_point *)allocate_element(&line->points, &line->n, sizeof *point) = *point;
}

/* Drops lines whose points all have the same value on the axis. */
static void distance_make_panel(struct distances *distances, enum distance_axis axis)
{
    struct distance_panel *panel = &distances->panels[axis];
    unsigned kept = 0;
    for (unsigned i = 0; i < distances->n; i++)
        if (!isnan(distances->points[i].figures.distance))
            distance_add_point(panel, &distances->points[i], axis);
    for (unsigned i = 0; i < panel->n; i++) {
        struct distance_line line = panel->lines[i];
        qsort(line.points, line.n, sizeof *line.points, axis == SLICE ? by_slice : by_groups);
        if (distance_compare_places(&line.points[0], &line.points[line.n - 1], axis))
            panel->lines[kept++] = line;
        else
            free(line.points);
    }
    panel->n = kept;
}

int distance_colour(struct distances *distances, const char *event)
{
    for (unsigned i = 0; i < distances->n_events; i++)
        if (!strcmp(distances->events[i], event))
            return (int)i;
    if (distances->n_events == PICTURE_MOST_LINES)
        return -1;
    distances->events[distances->n_events] = event;
    return (int)distances->n_events++;
}

static int distance_refuse_lines(struct picture *picture)
{
    bool slices = !picture->axis || !strcmp(picture->axis, "slice");
    return picture_refuse(picture,
                          "no event has a distance at two %s; name runs that differ only in that, "
                          "such as those of %s",
                          !picture->axis ? "slice lengths or numbers of groups"
                          : slices       ? "slice lengths"
                                         : "numbers of groups",
                          slices ? "run --sweep interval=100us,1ms,10ms"
                                 : "different numbers of events with the same interval=");
}

static int distance_make_panels(struct distances *distances)
{
    struct picture *picture = distances->picture;
    unsigned lines = 0;
    for (unsigned axis = 0; axis < DISTANCE_AXES; axis++) {
        if (picture->axis && strcmp(picture->axis, distance_axis_words[axis]))
            continue;
        distance_make_panel(distances, axis);
        lines += distances->panels[axis].n;
        for (unsigned i = 0; i < distances->panels[axis].n; i++)
            if (distance_colour(distances,
                                distances->panels[axis].lines[i].points->multiplex->event) < 0)
                return picture_refuse(
                    picture, "too many events to plot (at most %u); select some with --event",
                    PICTURE_MOST_LINES);
    }
    if (lines)
        return 0;
    return distance_refuse_lines(picture);
}

int distances_find(struct distances *distances, struct picture *picture)
{
    *distances = (struct distances){.picture = picture};
    if (picture->axis && strcmp(picture->axis, "slice") && strcmp(picture->axis, "groups"))
        return picture_refuse(picture, "--axis: '%s' is not an axis; allowed: slice, groups",
                              picture->axis);
    for (unsigned i = 0; i < picture->n_runs; i++)
        distance_add_run(distances, picture->runs[i]);
    if (distance_check_points(distances))
        return -1;
    distance_find_missing(distances);
    return distance_make_panels(distances);
}

void distances_free(struct distances *distances)
{
    for (unsigned axis = 0; axis < DISTANCE_AXES; axis++) {
        for (unsigned i = 0; i < distances->panels[axis].n; i++)
            free(distances->panels[axis].lines[i].points);
        free(distances->panels[axis].lines);
    }
    free(distances->points);
    free(distances->missing);
}
