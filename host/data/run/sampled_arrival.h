/*
 * SPDX-License-Identifier: MIT
 * Counts the received samples of a pass, and those that it announced.
 */
#pragma once

#include "host/data/run/run.h"

/* The kinds of data that a pass sends in quantity: samples of a profile, one value per event and
 * tick or round, stamps of channels. */
enum sampled_kind { SAMPLES, TICK_VALUES, ROUND_VALUES, STAMPS, SAMPLED_KINDS };

struct sampled_arrival {
    enum sampled_kind kind;
    double received, announced; /* received is at most announced */
    double unannounced;         /* values of rounds whose multiplex record is missing */
};

/* Counts for one pass. A multiplexed pass announces the rounds of each event after their values. */
struct sampled_arrival sampled_arrival_of(const struct run *run, unsigned sampling);

/* "samples", "ticks' values", "rounds' values", "stamps". */
const char *sampled_kind_name(enum sampled_kind kind);

/* Prefix of the reason for which a record is rejected if its pass is missing. */
#define NO_SAMPLING "no sampling of that benchmark"

/* Returns whether announced data is missing, or received data was not announced. */
bool sampled_arrival_missing(const struct run *run);

/* Returns a summary of all passes, "60 of 100 samples, 4 of 20 stamps, 2 records of passes whose
 * record is missing", which the caller frees; NULL if nothing was sampled. */
char *sampled_arrival_text(const struct run *run);
