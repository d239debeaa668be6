/*
 * SPDX-License-Identifier: MIT
 * What happened when: a repetition's stamps put together, and the times between successive ones.
 */
#pragma once

#include "host/run/run.h"

/* The next stamp of a list, behind *at. 0; 1 at the end; -1 where it is none. */
#define CHANNEL_KEY 16
struct stamp_text {
    double time; /* clocks since the repetition began */
    char key[CHANNEL_KEY];
    bool has_value;
    double value;
};
int stamp_take(const char **at, struct stamp_text *stamp);

/* How many a list has; -1 where one is none, or stands before the one in front of it. */
int stamp_count(const char *list);

/* Whether a key is a letter or word that there is, and a number. */
bool channel_key_known(const char *key);

struct channel_stamp {
    double time;
    const struct channel *channel; /* NULL: here some did not come */
    bool has_value;
    double value;
};

/* A repetition's, in the order of time. `all` is to be freed. */
struct channel_stamps {
    struct channel_stamp *all;
    unsigned n;       /* with the gaps */
    unsigned arrived; /* without */
};
struct channel_stamps channel_stamps_of(const struct run *run, unsigned sampling, unsigned rep);

/* How long a repetition is in a drawing of several, in clocks: as long as in the mean, at least to
 * its last stamp and one clock. */
double channel_repetition(const struct run *run, unsigned sampling,
                          const struct channel_stamps *stamps);

/* A stamp and the one behind it, all repetitions together. */
struct channel_pair {
    const struct channel *from, *to;
    unsigned n;
    double least, mean, most, sd; /* clocks; sd: 0 of a single one */
};
/* In the order in which they came first; to be freed. */
struct channel_pair *channel_pairs(const struct run *run, unsigned sampling, unsigned *n);

/* Stamps of the pass that arrived. */
unsigned channel_arrived(const struct run *run, unsigned sampling);

#define CHANNEL_LABEL 80
/* "parse", "channel 3", "exception 3 (breakpoint)", "in 84h", "write to total". */
const char *channel_label(const struct channel *channel, char label[CHANNEL_LABEL]);
