/*
 * SPDX-License-Identifier: MIT
 * Collects the distances between multiplexed estimates and exact counts from any number of runs.
 * Points that differ only in the slice, or only in the number of groups, form a line.
 */
#pragma once

#include "host/output/plot/picture.h"
#include "host/output/show/multiplex_figures.h"

enum distance_axis { SLICE, GROUPS, DISTANCE_AXES };

extern const char *const distance_axis_words[DISTANCE_AXES]; /* values of --axis */

/* The distance of one event in one run. */
struct distance_point {
    const struct multiplex *multiplex;
    const struct sampling *of;
    struct multiplex_figures figures;
};

/* The points of one event, sorted along the axis. Points without a distance are left out. */
struct distance_line {
    struct distance_point *points;
    unsigned n;
};

/* Lines with at least two different values on the axis. */
struct distance_panel {
    struct distance_line *lines;
    unsigned n;
};

struct distances {
    struct picture *picture;
    struct distance_point *points; /* of one benchmark, state and order; slices in one unit */
    unsigned n;
    const char **missing; /* events that have no distance in any run */
    unsigned n_missing;
    struct distance_panel panels[DISTANCE_AXES]; /* empty if picture.axis names the other axis */
    const char *events[PICTURE_MOST_LINES]; /* that have lines, in the order of their colours */
    unsigned n_events;
};

/* Collects the points of the picture's runs and selection. Returns 0, or -1 with the picture's
 * why_not set. In both cases call distances_free(). */
int distances_find(struct distances *distances, struct picture *picture);
void distances_free(struct distances *distances);

double distance_place(const struct distance_point *point, enum distance_axis axis);
enum distance_axis distance_other(enum distance_axis axis);

/* Returns "clocks", or the event that ends a slice. */
const char *distance_unit(const struct distance_point *point);

/* Returns the event's index in events, adding it if necessary; -1 if the table is full. */
int distance_colour(struct distances *distances, const char *event);
