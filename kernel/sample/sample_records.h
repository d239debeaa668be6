/*
 * SPDX-License-Identifier: MIT
 * A list of numbers on the wire: as many in a record as fit, the next record goes on.
 */
#pragma once

#include "kernel/sample/sampled.h"

struct series {
    const struct sampled *sampled;
    unsigned pass;
    const char *event, *of;
    unsigned repetition;
    unsigned first, n; /* of the values that wait */
    char text[600];    /* the rest of a record is for keys */
    size_t length;
};

/* A series: begun, given its values in order, and ended, which sends the rest. */
void series_begin(struct series *series, const struct sampled *sampled, unsigned pass,
                  const char *event, const char *of, unsigned repetition);
void series_value(struct series *series, int64_t value);
void series_end(struct series *series);

/* The names of a pass's events, with commas between. */
void sample_events(const struct run *run, unsigned pass, char *text, size_t size);

/* What the event on that counter of the pass is called, with its rings behind it where it has asked
 * for its own; good until asked again. NULL for none. */
const char *sample_event(const struct run *run, unsigned pass, unsigned counter);

/* The keys that say which benchmark and variant a record is about. */
void sample_record_begin(struct record *record, const struct sampled *sampled, const char *kind);
