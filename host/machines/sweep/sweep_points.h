/*
 * SPDX-License-Identifier: MIT
 * Enumerates the combinations of the axes' values; the last axis changes fastest.
 */
#pragma once

#include "host/machines/sweep/sweep_axis.h"
#include "host/machines/sweep/sweep.h"
#include "host/machines/sweep/shell_line.h"

struct points {
    struct axis *axes;
    unsigned n_axes, n;
    unsigned digits; /* in a point's number, which counts from 1 */
};

/* Returns 0, or -1 after a message. */
int sweep_points_open(struct points *points, const struct sweep_request *sweep);
void sweep_points_close(struct points *points);

/* Returns an axis's value at a point. */
const char *sweep_points_value(const struct points *points, unsigned point, unsigned axis);

/* Returns "--mhz=60 repetitions=2"; the caller frees it. */
char *sweep_points_text(const struct points *points, unsigned point);

/* Returns the arguments of the program for a point: the command `run` with its log in `log`. The
 * log is the first option, because GNU parallel distinguishes commands by their first 255 bytes. */
struct shell_line sweep_points_command(const struct points *points,
                                       const struct sweep_request *sweep, unsigned point,
                                       const char *log);

/* Inserts the point's number into a file name: "a/sweep.log" becomes "a/sweep-07.log". The caller
 * frees it. */
char *sweep_points_log(const struct points *points, const char *name, unsigned point);
