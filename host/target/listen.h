/*
 * SPDX-License-Identifier: MIT
 * Listening to targets: bytes go to a raw log, through the reader, into runs; trouble is told.
 */
#pragma once

#include <stdio.h>

#include "host/run/pace_marks.h"
#include "host/wire/record_collector.h"
#include "host/target/save_run.h"
#include "host/target/baud_check.h"
#include "host/target/target.h"

/* Who wants to know as it happens: a progress bar, a live view. Any may be NULL. */
struct watcher {
    void *context;
    void (*record)(void *context, const struct run *run, const struct wire_record *record);
    void (*passing)(void *context); /* several times a second, whether anything came or not */
};

struct listener {
    const char *name; /* put before messages, "" where there is one target only */
    struct target *target;
    const char *log_name; /* NULL: no raw log is kept */
    struct keeping keeping;
    FILE *log;
    struct wire_reader reader;
    struct collection collection;
    const struct watcher *watcher;
    struct pace_marks marks;
    void (*raw)(const char *bytes, size_t count); /* gets all that comes; NULL for nobody */
    unsigned told, untold;                        /* troubles */
    unsigned runs_concluded;
    struct legible legible;
    bool text_told; /* that the box sends a report for people */
    double heard;   /* when the last byte came, clock_seconds() */
    bool ended, silent;
};

/*
 * Takes the target over; runs go to keeping's store. log_name is created when the first byte comes;
 * where it cannot be, the message says so and the runs go on.
 */
void listener_open(struct listener *listener, const char *name, struct target *target,
                   const char *log_name, const struct keeping *keeping,
                   const struct watcher *watcher);

/* Waits up to `seconds` for input of any of them and takes what is there. */
void listeners_wait(struct listener *listeners, unsigned n, double seconds);

/* Whether a run has begun and not said its last record. */
bool listener_in_run(const struct listener *listener);

/* How many runs have said their last record. */
unsigned listener_runs_done(const struct listener *listener);

/*
 * No more is wanted: the target is stopped, what it began is told and marked incomplete; for each
 * run that was not concluded before, `conclude` is called. The runs stay in the collection.
 */
void listener_stop(struct listener *listener, bool complain);
void listener_close(struct listener *listener);

/* As if Ctrl-C came. */
void listen_interrupt(void);

/* Ctrl-C was meant for something that goes on without us. */
void listen_forget_interrupt(void);

/* Whether Ctrl-C or SIGTERM came; from listen_for_signals() on they do nothing else. */
void listen_for_signals(void);
bool listen_interrupted(void);
