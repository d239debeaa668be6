/*
 * SPDX-License-Identifier: MIT
 * Selects the rows of a bar picture. A row is a place in a run: a region of a benchmark in a
 * machine state.
 */
#pragma once

#include "host/data/run/run.h"
#include "host/data/selection/result_selection.h"

struct plot_row {
    const struct result *place; /* any result at that place, of any event */
    char label[60];             /* what distinguishes it from the picture's other rows */
};

struct plot_rows {
    struct plot_row *rows;
    unsigned n;
    char same[140]; /* the part of the description that all rows share */
};

/* Finds the places at which a selected result of `event` (NULL: any) has numbers, in the order of
 * `show`. by_ablation: a place with several ablations is one row. */
void plot_rows_find(struct plot_rows *rows, const struct run *run,
                    const struct result_selection *selection, const char *event, bool by_ablation);
void plot_rows_free(struct plot_rows *rows);

/* Returns the result of an event at `place` under the given ablation; NULL if it has no numbers. */
const struct result *plot_rows_result(const struct run *run, const struct result *place,
                                      const char *event, const char *ablate);

/* Returns the event for a picture of a single event: among the selected events with numbers
 * count_clocks, else time_stamp, else the first one. NULL if no event has numbers. */
const char *plot_rows_event(const struct run *run, const struct result_selection *selection);

/* Appends a part to a label of `size` bytes, after a comma; a part that does not fit is cut and
 * ends in dots. */
void plot_rows_join(char *label, size_t size, const char *part);
