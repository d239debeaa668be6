/*
 * SPDX-License-Identifier: MIT
 * A target of several virtual Pentiums that share one boot's cases: each takes the next case when
 * it is free.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/mman.h>
#include <unistd.h>

#include "host/base/allocate.h"
#include "host/base/message.h"
#include "host/target/merge.h"
#include "host/target/target_kind.h"
#include "host/wire/reader.h"

#define READ_BYTES 65536
#define MOST_READS 16 /* of one process before the others are served */

struct process {
    struct shared *shared;
    unsigned index;
    struct target *target; /* NULL after its end */
    struct wire_reader reader;
};

struct shared {
    struct target target; /* its descriptor waits for all processes */
    struct merge *merge;
    struct process *processes;
    unsigned n;
    bool told; /* a contradiction was reported */
    int numbers;
};

static void on_record(void *context, const struct wire_record *record, unsigned long line,
                      bool new_run)
{
    struct process *process = context;
    (void)line;
    (void)new_run;
    merge_record(process->shared->merge, process->index, record);
}

static void on_trouble(void *context, enum wire_trouble trouble, unsigned long line, unsigned count,
                       const char *what)
{
    const struct process *process = context;
    (void)trouble;
    (void)count;
    say("%s: line %lu: %s", target_name(process->target), line, what);
}

/* Handles the end of a stream; an end before the last record is reported. */
static void end(struct process *process)
{
    struct merge *merge = process->shared->merge;
    wire_reader_end(&process->reader);
    bool done = merge_end(merge, process->index);
    const char *bench = merge_bench(merge, process->index);
    if (!done)
        say("%s ended early%s%s; the others continue", target_name(process->target),
            *bench ? ", in " : " before it measured anything", bench);
    target_stop(process->target, !done);
    process->target = NULL;
}

static void take(struct process *process)
{
    char bytes[READ_BYTES];
    for (unsigned i = 0; process->target && i < MOST_READS; i++) {
        int got = target_read(process->target, bytes, sizeof bytes);
        if (got > 0)
            wire_reader_feed(&process->reader, bytes, (size_t)got);
        if (got == TARGET_ENDED)
            end(process);
        if (got <= 0)
            return;
    }
}

static int shared_read(struct target *target, char *bytes, size_t size)
{
    struct shared *shared = (struct shared *)target;
    for (unsigned i = 0; i < shared->n; i++)
        take(&shared->processes[i]);
    const char *wrong = merge_contradiction(shared->merge);
    if (wrong && !shared->told)
        say("--jobs: %s", wrong);
    shared->told = wrong;
    if (wrong)
        merge_finish(shared->merge);
    size_t got = merge_take(shared->merge, bytes, size);
    if (got)
        return (int)got;
    return merge_ended(shared->merge) ? TARGET_ENDED : TARGET_NOTHING;
}

static void shared_finish(struct target *target)
{
    merge_finish(((struct shared *)target)->merge);
}

/* Processes that still run are no longer needed; errors of the others were already reported. */
static void shared_stop(struct target *target, int complain)
{
    struct shared *shared = (struct shared *)target;
    (void)complain;
    for (unsigned i = 0; i < shared->n; i++) {
        target_stop(shared->processes[i].target, false);
        wire_reader_close(&shared->processes[i].reader);
    }
    free(shared->processes);
    merge_close(shared->merge);
    close(shared->numbers);
    close(target->descriptor);
}

static const struct target_kind kind = {
    .read = shared_read, .finish = shared_finish, .stop = shared_stop};

static bool start(struct process *process, const struct target_machine *machine)
{
    struct shared *shared = process->shared;
    struct target_machine own = *machine;
    char *name = memory_print("virtual Pentium %u of %u", process->index + 1, shared->n);
    char *deal = memory_print("/dev/fd/%d", shared->numbers);
    own.name = name;
    own.deal = deal;
    process->target = target_virtual(&own);
    free(deal);
    free(name);
    if (!process->target)
        return false;
    struct epoll_event event = {.events = EPOLLIN};
    epoll_ctl(shared->target.descriptor, EPOLL_CTL_ADD, target_descriptor(process->target), &event);
    return true;
}

struct target *target_shared(const struct target_machine *machine, unsigned jobs)
{
    struct shared *shared = memory_get(sizeof *shared);
    int waiting = epoll_create1(EPOLL_CLOEXEC);
    shared->numbers = memfd_create("deal", 0); /* inherited by the processes */
    if (waiting < 0 || shared->numbers < 0 || ftruncate(shared->numbers, sizeof(uint32_t)))
        die(EXIT_TARGET, "--jobs: cannot create the work queue: %s", strerror(errno));
    shared->target = (struct target){&kind, memory_text("the virtual Pentium"), waiting, 0};
    shared->n = jobs;
    shared->merge = merge_open(jobs);
    shared->processes = memory_get(jobs * sizeof *shared->processes);
    bool started = true;
    for (unsigned i = 0; i < jobs && started; i++) {
        struct process *process = &shared->processes[i];
        *process = (struct process){.shared = shared, .index = i};
        if (wire_reader_open(&process->reader,
                             (struct wire_listener){process, on_record, on_trouble, NULL}))
            die(EXIT_TARGET, "out of memory");
        started = start(process, machine);
    }
    if (started)
        return &shared->target;
    target_stop(&shared->target, false);
    return NULL;
}
