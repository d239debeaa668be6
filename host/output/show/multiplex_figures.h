/*
 * SPDX-License-Identifier: MIT
 * Accuracy of multiplexed counting for one event, compared with the exact count over the same
 * rounds.
 */
#pragma once

#include "host/data/run/run.h"

/* An event with fewer than one occurrence in this many clocks has no distance. */
#define MULTIPLEX_RARE 10000.0

/* Unknown values are NAN. */
struct multiplex_figures {
    unsigned rounds;   /* that have both an estimate and an exact count */
    double estimate;   /* sum over the rounds, scaled */
    double half_width; /* of its 95 % interval, from the spread of rounds by Student's t */
    double exact;      /* sum over the same rounds */
    /* the exact count is missing although others arrived; else nothing was counted exactly */
    bool exact_missing;
    double off; /* |estimate - exact| / exact */
    /* Kullback-Leibler divergence, in nats, of the two distributions over rounds */
    double distance;
    bool rare; /* the event is too rare for a distance */
    /* rounds with an estimate of 0 and a nonzero exact count: the distance uses half a count */
    unsigned replaced;
};

/* Computes the values for n rounds. exact may be NULL; values that need it are then NAN. clocks:
 * duration of the rounds, NAN if unknown. */
void multiplex_figures_compute(const double *estimate, const double *exact, unsigned n,
                               double clocks, struct multiplex_figures *figures);

/* Computes them for one event of a run, over the rounds of all repetitions that have both
 * counts. */
void multiplex_figures_of_run(const struct run *run, const struct multiplex *multiplex,
                              struct multiplex_figures *figures);
