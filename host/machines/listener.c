/*
 * SPDX-License-Identifier: MIT
 * Listens to targets: one poll for all of them, then each reads its available input.
 */
#include "host/machines/listener.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/host_clock.h"
#include "host/data/losses/run_loss.h"
#include "host/data/wire/log_file.h"
#include "host/base/allocation.h"
#include "host/base/message.h"

#define READ_BYTES        65536
#define MOST_READS        64 /* of one target before the others are served */
#define TROUBLES_REPORTED 10
#define WAITS_A_SECOND    10

static volatile sig_atomic_t interrupted;

static volatile sig_atomic_t terminated;

static void on_signal(int number)
{
    interrupted = number;
    if (number != SIGINT)
        terminated = number;
}

/* A signal that nohup or a shell without job control has ignored for this program stays ignored. */
void listen_for_signals(void)
{
    static const int numbers[] = {SIGINT, SIGTERM, SIGHUP};
    const struct sigaction action = {.sa_handler = on_signal};
    for (unsigned i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        struct sigaction inherited;
        if (sigaction(numbers[i], NULL, &inherited) == 0 && inherited.sa_handler != SIG_IGN)
            sigaction(numbers[i], &action, NULL);
    }
}

void listen_interrupt(void)
{
    interrupted = SIGINT;
}

void listen_forget_interrupt(void)
{
    interrupted = terminated;
}

bool listen_terminated(void)
{
    return terminated;
}

bool listen_interrupted(void)
{
    return interrupted;
}

/* Finishes a run after its last record, or when no more records can come. */
static void listener_finish_run(struct listener *listener)
{
    struct collection *collection = &listener->collection;
    if (!listener_in_run(listener))
        return;
    struct run *run = collection->runs[listener->runs_finished++];
    const char *lost = run_loss_sentence(run);
    if (lost && !listener->silent)
        message_print("%s%s", listener->name, lost);
    char *pace = pace_marks_text(&listener->marks); /* replaces an earlier run's pace */
    run->pace = string_set_add(&run->strings, pace, strlen(pace));
    free(pace);
    saved_run_store(run, listener->log_name, &listener->saving);
}

static void listener_report(struct listener *listener, unsigned long line, const char *what,
                            const char *so)
{
    if (listener->reported++ < TROUBLES_REPORTED)
        message_print("%sline %lu: %s%s", listener->name, line, what, so);
    else
        listener->unreported++;
}

static void listener_on_record(void *context, const struct wire_record *record, unsigned long line,
                               bool new_run)
{
    struct listener *listener = context;
    struct collection *collection = &listener->collection;
    if (new_run && listener_in_run(listener)) {
        message_print(
            "%sline %lu: a new run begins, but the end record of the previous run is missing",
            listener->name, line);
        listener_finish_run(listener);
    }
    struct wire_listener collect = collection_listener(collection);
    unsigned long long rejected = collection->rejected;
    bool had_passes = !new_run && collection_run(collection) && collection_run(collection)->passes;
    collect.record(collect.context, record, line, new_run);
    struct run *run = collection_run(collection);
    if (collection->rejected > rejected)
        listener_report(listener, line, run->losses[run->n_losses - 1].what, ": record ignored");
    if (listener->watcher && !had_passes && run->passes)
        saved_run_recall_pace(run, &listener->saving);
    pace_marks_update(&listener->marks, run, clock_seconds());
    if (listener->watcher && listener->watcher->record)
        listener->watcher->record(listener->watcher->context, run, record);
    listener->baud_check.reported = listener->text_reported = false;
    if (run->done)
        listener_finish_run(listener);
}

static void listener_on_trouble(void *context, enum wire_trouble trouble, unsigned long line,
                                unsigned count, const char *what)
{
    struct listener *listener = context;
    struct wire_listener collect = collection_listener(&listener->collection);
    collect.trouble(collect.context, trouble, line, count, what);
    listener_report(listener, line, what, trouble == WIRE_DAMAGED ? ": record ignored" : "");
}

static void listener_report_illegible(const struct listener *listener)
{
    message_print(
        "%sthe received data is not text: does the machine send at another speed? This port is set "
        "to %u baud (DEV,BAUD), the machine by its setting console=com1,BAUD",
        listener->name, target_baud(listener->target));
}

/* A text report begins with the program's name and version. */
static void listener_on_noise(void *context, const char *line, size_t length)
{
    static const char heading[] = "bareprobe ";
    struct listener *listener = context;
    if (listener->text_reported || length < sizeof heading ||
        memcmp(line, heading, sizeof heading - 1) != 0)
        return;
    message_print(
        "%sthe machine sends its report as text, which cannot be stored as a run: select records "
        "in its boot menu (report=records)",
        listener->name);
    listener->text_reported = true;
}

void listener_open(struct listener *listener, const char *name, struct target *target,
                   const char *log_name, const struct saved_run_options *saving,
                   const struct watcher *watcher)
{
    *listener = (struct listener){.name = name,
                                  .target = target,
                                  .log_name = log_name,
                                  .saving = *saving,
                                  .watcher = watcher,
                                  .last_byte = clock_seconds()};
    collection_open(&listener->collection, log_name ? log_name : target_name(target));
    if (wire_reader_open(&listener->reader,
                         (struct wire_listener){listener, listener_on_record, listener_on_trouble,
                                                listener_on_noise}))
        die(EXIT_TARGET, "out of memory");
}

/* Writes what the records do not contain. */
static void listener_log_head(const struct listener *listener)
{
    const struct saved_run_options *saving = &listener->saving;
    if (listener->log && saving->suite)
        fprintf(listener->log, LOG_SUITE "%s\n", saving->suite);
    if (listener->log && saving->simulator && *saving->simulator)
        fprintf(listener->log, LOG_SIMULATOR "%s\n", saving->simulator);
    if (listener->log && saving->label && *saving->label && !strchr(saving->label, '\n'))
        fprintf(listener->log, LOG_LABEL "%s\n", saving->label);
}

/* The raw log has all received bytes unchanged, and is flushed immediately. */
static void listener_log_bytes(struct listener *listener, const char *bytes, size_t count)
{
    if (!listener->log_name)
        return;
    if (!listener->log) {
        listener->log = fopen(listener->log_name, "we");
        listener_log_head(listener);
    }
    if (listener->log && fwrite(bytes, 1, count, listener->log) == count &&
        fflush(listener->log) == 0)
        return;
    message_print("%s: cannot be written: %s; the raw log ends here, the run continues",
                  listener->log_name, strerror(errno));
    listener->log_name = NULL;
    listener->log_failed = true;
}

/* A line that was cut off by the device's disappearance ends there, in the log too. */
static void listener_cut_line(struct listener *listener)
{
    if (listener->reader.n_pending)
        listener_log_bytes(listener, "\n", 1);
    wire_reader_end(&listener->reader);
}

static void listener_read(struct listener *listener)
{
    static char bytes[READ_BYTES];
    for (unsigned i = 0; i < MOST_READS; i++) {
        int got = target_read(listener->target, bytes, sizeof bytes);
        if (got > 0) {
            listener->last_byte = clock_seconds();
            listener_log_bytes(listener, bytes, (size_t)got);
            if (listener->raw)
                listener->raw(bytes, (size_t)got);
            wire_reader_feed(&listener->reader, bytes, (size_t)got);
            if (target_baud(listener->target) &&
                baud_check_received(&listener->baud_check, bytes, (size_t)got))
                listener_report_illegible(listener);
            continue;
        }
        const char *device = target_name(listener->target);
        if (got == TARGET_GONE) {
            message_print("%s has disappeared (unplugged?) in line %lu; waiting for it to return",
                          device, listener->reader.line + 1);
            listener_cut_line(listener);
        }
        if (got == TARGET_BACK) {
            message_print("%s has returned", device);
            listener->last_byte = clock_seconds();
        }
        if (got == TARGET_ENDED)
            listener->ended = true;
        if (got != TARGET_BACK)
            return;
    }
}

void listeners_wait(struct listener *listeners, unsigned n, double seconds)
{
    struct pollfd *states = allocate_zeroed(n * sizeof *states);
    for (unsigned i = 0; i < n; i++)
        states[i] = (struct pollfd){
            .fd = listeners[i].ended ? -1 : target_descriptor(listeners[i].target),
            .events = POLLIN,
        };
    poll(states, n,
         (int)(1000 * (seconds < 1.0 / WAITS_A_SECOND ? seconds : 1.0 / WAITS_A_SECOND)));
    free(states);
    for (unsigned i = 0; i < n; i++) {
        const struct watcher *watcher = listeners[i].watcher;
        if (!listeners[i].ended)
            listener_read(&listeners[i]);
        if (watcher && watcher->passing)
            watcher->passing(watcher->context);
    }
}

bool listener_in_run(const struct listener *listener)
{
    return listener->runs_finished < listener->collection.n_runs;
}

bool listener_lost_results(const struct listener *listener)
{
    return listener->log_failed && listener->saving.no_store;
}

unsigned listener_runs_done(const struct listener *listener)
{
    unsigned done = 0;
    for (unsigned i = 0; i < listener->collection.n_runs; i++)
        done += listener->collection.runs[i]->done;
    return done;
}

void listener_stop(struct listener *listener, bool complain)
{
    if (!listener->ended && listener->target) {
        target_finish(listener->target);
        listener_read(listener);
    }
    if (target_baud(listener->target) && baud_check_at_end(&listener->baud_check))
        listener_report_illegible(listener);
    target_stop(listener->target, complain);
    listener->target = NULL;
    wire_reader_end(&listener->reader);
    listener_finish_run(listener);
    if (listener->unreported)
        message_print("%s%u more lines have errors", listener->name, listener->unreported);
    listener->unreported = 0;
    const char *skipped =
        skipped_text_summary(&listener->reader.skipped, listener->reader.counts[WIRE_DAMAGED]);
    if (skipped)
        message_print("%s%s", listener->name, skipped);
    if (listener->log && fclose(listener->log) && listener->log_name) {
        message_print("%s: cannot be written: %s", listener->log_name, strerror(errno));
        listener->log_failed = true;
    }
    listener->log = NULL;
}

void listener_close(struct listener *listener)
{
    wire_reader_close(&listener->reader);
    collection_close(&listener->collection);
}
