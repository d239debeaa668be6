/*
 * SPDX-License-Identifier: MIT
 * Listens to targets: one poll for all of them, then each reads its available input.
 */
#include "host/target/listen.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/clock.h"
#include "host/wire/log_file.h"
#include "host/base/allocate.h"
#include "host/base/message.h"

#define READ_BYTES     65536
#define MOST_READS     64 /* of one target before the others are served */
#define TROUBLES_TOLD  10
#define WAITS_A_SECOND 10

static volatile sig_atomic_t interrupted;

static void on_signal(int number)
{
    interrupted = number;
}

void listen_for_signals(void)
{
    struct sigaction action = {.sa_handler = on_signal};
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGHUP, &action, NULL);
}

void listen_interrupt(void)
{
    interrupted = SIGINT;
}

void listen_forget_interrupt(void)
{
    interrupted = 0;
}

bool listen_interrupted(void)
{
    return interrupted;
}

/* Concludes a run after its last record, or when no more records can come. */
static void conclude(struct listener *listener)
{
    struct collection *collection = &listener->collection;
    if (!listener_in_run(listener))
        return;
    struct run *run = collection->runs[listener->runs_concluded++];
    const char *lost = run_loss_sentence(run);
    if (lost && !listener->silent)
        say("%s%s", listener->name, lost);
    char *pace = pace_marks_text(&listener->marks); /* replaces an earlier run's pace */
    run->pace = strings_keep(&run->strings, pace, strlen(pace));
    free(pace);
    run_keep(run, listener->log_name, &listener->keeping);
}

static void tell(struct listener *listener, unsigned long line, const char *what, const char *so)
{
    if (listener->told++ < TROUBLES_TOLD)
        say("%sline %lu: %s%s", listener->name, line, what, so);
    else
        listener->untold++;
}

static void on_record(void *context, const struct wire_record *record, unsigned long line,
                      bool new_run)
{
    struct listener *listener = context;
    struct collection *collection = &listener->collection;
    if (new_run && listener_in_run(listener)) {
        say("%sline %lu: a new run begins, but the end record of the previous run is missing",
            listener->name, line);
        conclude(listener);
    }
    struct wire_listener collect = collection_listener(collection);
    unsigned long long rejected = collection->rejected;
    bool heard_passes =
        !new_run && collection_run(collection) && collection_run(collection)->passes;
    collect.record(collect.context, record, line, new_run);
    struct run *run = collection_run(collection);
    if (collection->rejected > rejected)
        tell(listener, line, run->losses[run->n_losses - 1].what, ": record ignored");
    if (listener->watcher && !heard_passes && run->passes)
        run_recall_pace(run, &listener->keeping);
    pace_marks_take(&listener->marks, run, clock_seconds());
    if (listener->watcher && listener->watcher->record)
        listener->watcher->record(listener->watcher->context, run, record);
    listener->legible.told = listener->text_told = false;
    if (run->done)
        conclude(listener);
}

static void on_trouble(void *context, enum wire_trouble trouble, unsigned long line, unsigned count,
                       const char *what)
{
    struct listener *listener = context;
    struct wire_listener collect = collection_listener(&listener->collection);
    collect.trouble(collect.context, trouble, line, count, what);
    tell(listener, line, what, trouble == WIRE_DAMAGED ? ": record ignored" : "");
}

static void tell_illegible(const struct listener *listener)
{
    say("%sthe received data is not text: does the machine send at another speed? This port is set "
        "to %u baud (DEV,BAUD), the machine by its setting console=com1,BAUD",
        listener->name, target_baud(listener->target));
}

/* A text report begins with the program's name and version. */
static void on_noise(void *context, const char *line, size_t length)
{
    static const char heading[] = "bareprobe ";
    struct listener *listener = context;
    if (listener->text_told || length < sizeof heading ||
        memcmp(line, heading, sizeof heading - 1) != 0)
        return;
    say("%sthe machine sends its report as text, which cannot be stored as a run: select records "
        "in its boot menu (report=records)",
        listener->name);
    listener->text_told = true;
}

void listener_open(struct listener *listener, const char *name, struct target *target,
                   const char *log_name, const struct keeping *keeping,
                   const struct watcher *watcher)
{
    *listener = (struct listener){.name = name,
                                  .target = target,
                                  .log_name = log_name,
                                  .keeping = *keeping,
                                  .watcher = watcher,
                                  .heard = clock_seconds()};
    collection_open(&listener->collection, log_name ? log_name : target_name(target));
    if (wire_reader_open(&listener->reader,
                         (struct wire_listener){listener, on_record, on_trouble, on_noise}))
        die(EXIT_TARGET, "out of memory");
}

/* Writes what the records do not contain. */
static void log_head(const struct listener *listener)
{
    const struct keeping *keeping = &listener->keeping;
    if (listener->log && keeping->suite)
        fprintf(listener->log, LOG_SUITE "%s\n", keeping->suite);
    if (listener->log && keeping->simulator && *keeping->simulator)
        fprintf(listener->log, LOG_SIMULATOR "%s\n", keeping->simulator);
}

/* The raw log has all received bytes unchanged, and is flushed immediately. */
static void log_bytes(struct listener *listener, const char *bytes, size_t count)
{
    if (!listener->log_name)
        return;
    if (!listener->log) {
        listener->log = fopen(listener->log_name, "we");
        log_head(listener);
    }
    if (listener->log && fwrite(bytes, 1, count, listener->log) == count &&
        fflush(listener->log) == 0)
        return;
    say("%s: cannot be written: %s; the raw log ends here, the run continues", listener->log_name,
        strerror(errno));
    listener->log_name = NULL;
}

/* A line that was cut off by the device's disappearance ends there, in the log too. */
static void cut_line(struct listener *listener)
{
    if (listener->reader.n_pending)
        log_bytes(listener, "\n", 1);
    wire_reader_end(&listener->reader);
}

static void take(struct listener *listener)
{
    static char bytes[READ_BYTES];
    for (unsigned i = 0; i < MOST_READS; i++) {
        int got = target_read(listener->target, bytes, sizeof bytes);
        if (got > 0) {
            listener->heard = clock_seconds();
            log_bytes(listener, bytes, (size_t)got);
            if (listener->raw)
                listener->raw(bytes, (size_t)got);
            wire_reader_feed(&listener->reader, bytes, (size_t)got);
            if (target_baud(listener->target) &&
                legible_not(&listener->legible, bytes, (size_t)got))
                tell_illegible(listener);
            continue;
        }
        const char *device = target_name(listener->target);
        if (got == TARGET_GONE) {
            say("%s has disappeared (unplugged?) in line %lu; waiting for it to return", device,
                listener->reader.line + 1);
            cut_line(listener);
        }
        if (got == TARGET_BACK) {
            say("%s has returned", device);
            listener->heard = clock_seconds();
        }
        if (got == TARGET_ENDED)
            listener->ended = true;
        if (got != TARGET_BACK)
            return;
    }
}

void listeners_wait(struct listener *listeners, unsigned n, double seconds)
{
    struct pollfd *states = memory_get(n * sizeof *states);
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
            take(&listeners[i]);
        if (watcher && watcher->passing)
            watcher->passing(watcher->context);
    }
}

bool listener_in_run(const struct listener *listener)
{
    return listener->runs_concluded < listener->collection.n_runs;
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
        take(listener);
    }
    if (target_baud(listener->target) && legible_not_at_end(&listener->legible))
        tell_illegible(listener);
    target_stop(listener->target, complain);
    listener->target = NULL;
    wire_reader_end(&listener->reader);
    conclude(listener);
    if (listener->untold)
        say("%s%u more lines have errors", listener->name, listener->untold);
    listener->untold = 0;
    if (listener->log && fclose(listener->log))
        say("%s: cannot be written: %s", listener->log_name, strerror(errno));
    listener->log = NULL;
}

void listener_close(struct listener *listener)
{
    wire_reader_close(&listener->reader);
    collection_close(&listener->collection);
}
