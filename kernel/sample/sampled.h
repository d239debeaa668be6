/*
 * SPDX-License-Identifier: MIT
 * A benchmark in one variant while it is sampled, and the experiments that do so: each is given it
 * with the source opened and the handler's cost known, and reports what it finds.
 */
#pragma once

#include "kernel/sample/handler_cost.h"

struct sampled {
    struct run *run;
    const struct benchmark *benchmark;
    const struct variant *variant;
    const struct sample_source *source;
    uint64_t alone;  /* clocks of a run that nothing interrupts */
    uint64_t every;  /* mean clocks between two samples, or what its source counts */
    uint64_t in_run; /* of a source that watches: writes */
    unsigned most_repetitions;
    const struct handler_cost *cost; /* by pass */
};

/* The session that the settings ask for, of the pass that it is in. */
struct session sampled_session(const struct sampled *sampled, unsigned pass);

/*
 * Runs it; `end` is in the arena. 0, or -1, which was reported. Where a fault ended it behind its
 * begin that was reported too, and is 0: end->faulted, and there are the samples up to it.
 */
int sampled_run(const struct sampled *sampled, const struct session *session, unsigned pass,
                struct session_end *end);

/* What a counter of the pass has gained in `n` samples, the handler's own counts taken off. */
int64_t sampled_gain(const struct sampled *sampled, unsigned pass, unsigned counter,
                     const struct sample samples[], unsigned n);

/* Of a session that was ended by a fault, and whose samples tell nothing then. Always -1. */
int sampled_lost(const struct sampled *sampled, const struct session_end *end, const char *what);

/* The record `sampling`, in front of what it is about. */
void sampled_report(const struct sampled *sampled, const struct session *session, unsigned pass,
                    const struct session_end *end);

/* 0, or -1, which was reported. */
int profile_pass(const struct sampled *sampled, unsigned pass);
int rates_pass(const struct sampled *sampled, unsigned pass);
int multiplex_all(const struct sampled *sampled);
