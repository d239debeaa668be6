/*
 * SPDX-License-Identifier: MIT
 * The combinations of the axes' values, the last axis changing fastest.
 */
#pragma once

#include "host/sweep/axis.h"
#include "host/sweep/sweep.h"
#include "host/sweep/shell_line.h"

struct points {
    struct axis *axes;
    unsigned n_axes, n;
    unsigned digits; /* of a point's number, counted from 1 */
};

/* 0, or -1 after a message. */
int points_open(struct points *points, const struct sweep *sweep);
void points_close(struct points *points);

/* An axis's value at a point. */
const char *points_value(const struct points *points, unsigned point, unsigned axis);

/* "--mhz=60 repetitions=2"; the caller frees it. */
char *points_text(const struct points *points, unsigned point);

/* The command `run` of a point, without the program's name; its log is `log`. */
struct words points_command(const struct points *points, const struct sweep *sweep, unsigned point,
                            const char *log);

/* NAME with the point's number in it: "a/sweep.log" gives "a/sweep-07.log". The caller frees it. */
char *points_log(const struct points *points, const char *name, unsigned point);
