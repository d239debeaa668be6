/*
 * SPDX-License-Identifier: MIT
 * Listens to targets: writes received bytes to a raw log and feeds them to the reader, which builds
 * runs; reports damaged and missing records.
 */
#pragma once

#include <stdio.h>

#include "host/data/run/pace_marks.h"
#include "host/data/wire/record_collector.h"
#include "host/machines/saved_run.h"
#include "host/machines/baud_check.h"
#include "host/machines/target.h"

/* Callbacks for a progress bar or a live view. Each may be NULL. */
struct watcher {
    void *context;
    void (*record)(void *context, const struct run *run, const struct wire_record *record);
    void (*passing)(void *context); /* several times a second, even without input */
};

struct listener {
    const char *name; /* prefix of messages; "" for a single target */
    struct target *target;
    const char *log_name; /* NULL: no raw log */
    struct saved_run_options saving;
    FILE *log;
    struct wire_reader reader;
    struct collection collection;
    const struct watcher *watcher;
    struct pace_marks marks;
    void (*raw)(const char *bytes, size_t count); /* gets all received bytes; may be NULL */
    unsigned reported, unreported; /* troubles that were reported, and not reported */
    unsigned runs_finished;
    struct baud_check baud_check;
    bool text_reported; /* reported that the machine sends a text report */
    double last_byte;   /* time of the last byte, clock_seconds() */
    bool ended, silent;
    bool log_failed; /* the raw log is not complete */
};

/* Starts listening and takes ownership of the target; runs go to the store in `saving`. The file
 * log_name is created at the first byte; if that fails, a message is printed and the runs continue.
 */
void listener_open(struct listener *listener, const char *name, struct target *target,
                   const char *log_name, const struct saved_run_options *saving,
                   const struct watcher *watcher);

/* Waits up to `seconds` for input from any listener, and processes the available input. */
void listeners_wait(struct listener *listeners, unsigned n, double seconds);

/* Returns whether a run has begun and its last record is missing. */
bool listener_in_run(const struct listener *listener);

/* Returns the number of runs whose last record was received. */
unsigned listener_runs_done(const struct listener *listener);

/* Returns whether the results were stored nowhere: the raw log failed, and there is no store. */
bool listener_lost_results(const struct listener *listener);

/* Stops the target, reports an unfinished run and marks it incomplete; each run that was not
 * finished before is finished now. The runs stay in the collection. */
void listener_stop(struct listener *listener, bool complain);
void listener_close(struct listener *listener);

/* Sets the flag that Ctrl-C sets. */
void listen_interrupt(void);

/* Clears the flag, if the program continues after a Ctrl-C. SIGTERM and SIGHUP remain. */
void listen_forget_interrupt(void);

/* Installs handlers for Ctrl-C, SIGTERM and SIGHUP that only set a flag; listen_interrupted()
 * returns the flag, listen_terminated() whether SIGTERM or SIGHUP set it. A signal that was ignored
 * before stays ignored. */
void listen_for_signals(void);
bool listen_interrupted(void);
bool listen_terminated(void);
