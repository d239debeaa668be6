/*
 * SPDX-License-Identifier: MIT
 * A benchmark in one variant that is sampled, and the experiments that sample. Each experiment is
 * called with the source opened and the handler's cost calibrated, and reports its results.
 */
#pragma once

#include "kernel/sample/handler_cost.h"

struct sampled {
    struct kernel_run *run;
    const struct benchmark *benchmark;
    const struct variant *variant;
    const struct sample_source *source;
    uint64_t alone;  /* clocks of an uninterrupted run */
    uint64_t every;  /* mean clocks between two samples, or events of a source that counts */
    uint64_t in_run; /* writes in a run, for a source that watches */
    unsigned most_repetitions;
    const struct handler_cost *cost; /* by pass */
};

/* The session that the settings request for a pass. */
struct session sampling_session(const struct sampled *sampled, unsigned pass);

/*
 * Runs a session; `end` is in the arena. Returns 0, or -1 after reporting an error. If a fault ends
 * a session that has begun, the fault is reported too and the result is 0: end->faulted is set, and
 * the samples before the fault are valid.
 */
int sampling_run_session(const struct sampled *sampled, const struct session *session,
                         unsigned pass, struct session_end *end);

/* Returns the counts of a counter of the pass in `n` samples, without those of the handler. */
int64_t sampling_counter_delta(const struct sampled *sampled, unsigned pass, unsigned counter,
                               const struct sample samples[], unsigned n);

/* Reports a session that a fault has made useless. Always returns -1. */
int sampling_report_lost(const struct sampled *sampled, const struct session_end *end,
                         const char *what);

/* Emits the record `sampling`, before the records that it describes. */
void sample_record_session(const struct sampled *sampled, const struct session *session,
                           unsigned pass, const struct session_end *end);

/* Run the experiments. They return 0, or -1 after reporting an error. */
int sample_counts_pass(const struct sampled *sampled, unsigned pass);
int tick_series_pass(const struct sampled *sampled, unsigned pass);
int multiplex_all(const struct sampled *sampled);
