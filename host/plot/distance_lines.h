/*
 * SPDX-License-Identifier: MIT
 * Distances of events that took turns, of any number of runs: points that differ in nothing but the
 * slice, or but the number of groups, are a line.
 */
#pragma once

#include "host/plot/picture.h"
#include "host/show/multiplex_figures.h"

enum distance_axis { SLICE, GROUPS, DISTANCE_AXES };

extern const char *const distance_axis_words[DISTANCE_AXES]; /* of --axis */

/* What an event gave in one run. */
struct distance_point {
    const struct multiplex *multiplex;
    const struct sampling *of;
    struct multiplex_figures figures;
};

/* Of one event, by their place; those without a distance are in none. */
struct distance_line {
    struct distance_point *points;
    unsigned n;
};

/* Lines that have at least two places on the axis. */
struct distance_panel {
    struct distance_line *lines;
    unsigned n;
};

struct distances {
    struct picture *picture;
    struct distance_point *points; /* of one benchmark, state and order, slices of one unit */
    unsigned n;
    const char **without; /* events that have no distance anywhere */
    unsigned n_without;
    struct distance_panel panels[DISTANCE_AXES]; /* empty where picture.axis is the other one */
    const char *events[PICTURE_MOST_LINES]; /* that have lines, in the order of their colours */
    unsigned n_events;
};

/* Of the picture's runs and selection. 0, or -1 and its why_not; to be freed in both cases. */
int distances_find(struct distances *distances, struct picture *picture);
void distances_free(struct distances *distances);

double distance_place(const struct distance_point *point, enum distance_axis axis);
enum distance_axis distance_other(enum distance_axis axis);

/* "clocks", or the event that ends a slice. */
const char *distance_unit(const struct distance_point *point);

/* The event's place in events; -1 where it has none, and there is no more room. */
int distance_colour(struct distances *distances, const char *event);
