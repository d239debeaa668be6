/*
 * SPDX-License-Identifier: MIT
 * How much of what was sampled came over the wire, of how much that its pass announced.
 */
#pragma once

#include "host/run/run.h"

/* What a pass sends many of: all of a profile and of channels, one a tick or round of each event.
 */
enum sampled_kind { SAMPLES, TICK_VALUES, ROUND_VALUES, STAMPS, SAMPLED_KINDS };

struct sampled_arrival {
    enum sampled_kind kind;
    double came, announced; /* came is never above announced */
    double unannounced;     /* rounds' values of events whose turns were not heard */
};

/* Of a pass. What was counted by turns announces its rounds event by event, behind their values. */
struct sampled_arrival sampled_arrival_of(const struct run *run, unsigned sampling);

/* "samples", "ticks' values", "rounds' values", "stamps". */
const char *sampled_kind_name(enum sampled_kind kind);

/* How the reason begins for which a record is refused whose pass did not come. */
#define NO_SAMPLING "no sampling of that benchmark"

/* Whether anything that was announced did not come, or the other way round. */
bool sampled_missing(const struct run *run);

/*
 * Of all passes together, "60 of 100 samples, 4 of 20 stamps, 2 records of passes that were not
 * heard", to be freed; NULL where there is none of these.
 */
char *sampled_arrival_text(const struct run *run);
