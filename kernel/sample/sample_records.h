/*
 * SPDX-License-Identifier: MIT
 * Emits series of numbers on the wire: each record holds as many as fit, and the next record
 * continues.
 */
#pragma once

#include "kernel/sample/sampled.h"

struct sample_series {
    const struct sampled *sampled;
    unsigned pass;
    const char *event, *of;
    unsigned repetition;
    unsigned first, n; /* of the pending values */
    char text[600];    /* the rest of a record is for keys */
    size_t length;
};

/* Begin a series, append its values in order, and end it, which sends the pending values. */
void sample_record_series_begin(struct sample_series *series, const struct sampled *sampled,
                                unsigned pass, const char *event, const char *of,
                                unsigned repetition);
void sample_record_series_value(struct sample_series *series, int64_t value);
void sample_record_series_end(struct sample_series *series);

/* Writes the names of a pass's events, separated by commas. */
void sample_record_events(const struct kernel_run *run, unsigned pass, char *text, size_t size);

/*
 * Returns the name of the event on that counter of the pass, followed by its rings if they were
 * requested for it, or NULL. The text is valid until the next call.
 */
const char *sample_record_event(const struct kernel_run *run, unsigned pass, unsigned counter);

/* Starts a record with the keys that identify benchmark and variant. */
void sample_record_begin(struct record *record, const struct sampled *sampled, const char *kind);
