/*
 * SPDX-License-Identifier: MIT
 * What counting by turns gave for one event, held to the exact count over the same rounds.
 */
#pragma once

#include "host/run/run.h"

/* An event rarer than one in so many clocks has no distance. */
#define MULTIPLEX_RARE 10000.0

/* NAN: not known. */
struct multiplex_figures {
    unsigned rounds;    /* that both have */
    double estimate;    /* sum over the rounds, scaled */
    double half_width;  /* of its 95 % interval, from the rounds' spread by Student's t */
    double exact;       /* sum over the same rounds */
    bool exact_unheard; /* it did not come, though others' did; else nothing was counted exactly */
    double off;         /* |estimate - exact| / exact */
    double distance;    /* Kullback and Leibler's, in nats, of the two distributions over rounds */
    bool rare;          /* so it has none */
    unsigned replaced; /* rounds whose estimate was 0 and exact count not: half a count stands there
                          for the distance */
};

/*
 * Of n rounds. exact may be NULL: then what needs it is NAN. clocks: that the rounds took, NAN
 * where not known.
 */
void multiplex_work_out(const double *estimate, const double *exact, unsigned n, double clocks,
                        struct multiplex_figures *figures);

/* The same of one event of a run: rounds of all repetitions that have both. */
void multiplex_of_run(const struct run *run, const struct multiplex *multiplex,
                      struct multiplex_figures *figures);
