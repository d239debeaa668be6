/*
 * SPDX-License-Identifier: MIT
 * Time stamps of channels and hooked events: merges the stamps of a repetition, and computes the
 * times between successive ones.
 */
#pragma once

#include "host/data/run/run.h"

/* Parses the next stamp of a list and advances *at. Returns 0, 1 at the end, or -1 if it is
 * malformed. */
#define CHANNEL_KEY 16
struct stamp_text {
    double time; /* clocks since the start of the repetition */
    char key[CHANNEL_KEY];
    bool has_value;
    double value;
};
int channel_times_parse_stamp(const char **at, struct stamp_text *stamp);

/* Returns the number of stamps in a list; -1 if one is malformed or earlier than its
 * predecessor. */
int channel_times_count(const char *list);

/* Returns whether a key is a known letter or word followed by a number. */
bool channel_key_known(const char *key);

struct channel_stamp {
    double time;
    const struct channel *channel; /* NULL: a gap, where stamps are missing */
    bool has_value;
    double value;
};

/* The stamps of one repetition in order of time. The caller frees `all`. */
struct channel_stamps {
    struct channel_stamp *all;
    unsigned n;       /* including gaps */
    unsigned arrived; /* without gaps */
};
struct channel_stamps channel_times_of(const struct run *run, unsigned sampling, unsigned rep);

/* Returns the length of a repetition in clocks, for a drawing of several: the mean length, but at
 * least one clock more than its last stamp. */
double channel_times_repetition(const struct run *run, unsigned sampling,
                                const struct channel_stamps *stamps);

/* Times between a stamp and the next one, over all repetitions. */
struct channel_pair {
    const struct channel *from, *to;
    unsigned n;
    double least, mean, most, sd; /* clocks; sd is 0 for a single one */
};
/* Returns the pairs in the order of first occurrence; the caller frees them. */
struct channel_pair *channel_times_pairs(const struct run *run, unsigned sampling, unsigned *n);

/* Returns the number of the pass's stamps that were received. */
unsigned channel_times_arrived(const struct run *run, unsigned sampling);

#define CHANNEL_LABEL 80
/* Formats "parse", "channel 3", "exception 3 (breakpoint)", "in 84h", "write to total". */
const char *channel_times_label(const struct channel *channel, char label[CHANNEL_LABEL]);
