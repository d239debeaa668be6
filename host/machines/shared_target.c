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

#include "host/base/allocation.h"
#include "host/base/message.h"
#include "host/machines/stream_merge.h"
#include "host/machines/target.h"
#include "host/machines/target_kind.h"
#include "host/data/wire/wire_reader.h"

#define READ_BYTES 65536
#define MOST_READS 16 /* of one process before the others are served */

struct shared_process {
    struct shared_target *shared;
    unsigned index;
    struct target *target; /* NULL after its end */
    struct wire_reader reader;
};

struct shared_target {
    struct target target; /* its descriptor waits for all processes */
    struct stream_merge *merge;
    struct shared_process *processes;
    unsigned n;
    bool reported;  /* a contradiction was reported */
    int queue_file; /* the work queue, in memory */
};

static void shared_target_on_record(void *context, const struct wire_record *record,
                                    unsigned long line, bool new_run)
{
    struct shared_process *process = context;
    (void)line;
    (void)new_run;
    stream_merge_add(process->shared->merge, process->index, record);
}

static void shared_target_on_trouble(void *context, enum wire_trouble trouble, unsigned long line,
                                     unsigned count, const char *what)
{
    const struct shared_process *process = context;
    (void)trouble;
    (void)count;
    message_print("%s: line %lu: %s", target_name(process->target), line, what);
}

/* Handles the end of a stream; an end before the last record is reported. */
static void shared_target_end_process(struct shared_process *process)
{
    struct stream_merge *merge = process->shared->merge;
    wire_reader_end(&process->reader);
    bool done = stream_merge_end(merge, process->index);
    const char *bench = stream_merge_bench(merge, process->index);
    if (!done)
        message_print("%s ended early%s%s; the others continue", target_name(process->target),
                      *bench ? ", in " : " before it measured anything", bench);
    target_stop(process->target, !done);
    process->target = NULL;
}

static void shared_target_read_process(struct shared_process *process)
{
    char bytes[READ_BYTES];
    for (unsigned i = 0; process->target && i < MOST_READS; i++) {
        int got = target_read(process->target, bytes, sizeof bytes);
        if (got > 0)
            wire_reader_feed(&process->reader, bytes, (size_t)got);
        if (got == TARGET_ENDED)
            shared_target_end_process(process);
        if (got <= 0)
            return;
    }
}

static int shared_target_read(struct target *target, char *bytes, size_t size)
{
    struct shared_target *shared = (struct shared_target *)target;
    for (unsigned i = 0; i < shared->n; i++)
        shared_target_read_process(&shared->processes[i]);
    const char *wrong = stream_merge_contradiction(shared->merge);
    if (wrong && !shared->reported)
        message_print("--jobs: %s", wrong);
    shared->reported = wrong;
    if (wrong)
        stream_merge_finish(shared->merge);
    size_t got = stream_merge_read(shared->merge, bytes, size);
    if (got)
        return (int)got;
    return stream_merge_ended(shared->merge) ? TARGET_ENDED : TARGET_NOTHING;
}

static void shared_target_finish(struct target *target)
{
    stream_merge_finish(((struct shared_target *)target)->merge);
}

/* Processes that still run are no longer needed; errors of the others were already reported. */
static void shared_target_stop(struct target *target, int complain)
{
    struct shared_target *shared = (struct shared_target *)target;
    (void)complain;
    for (unsigned i = 0; i < shared->n; i++) {
        target_stop(shared->processes[i].target, false);
        wire_reader_close(&shared->processes[i].reader);
    }
    free(shared->processes);
    stream_merge_close(shared->merge);
    close(shared->queue_file);
    close(target->descriptor);
}

static const struct target_kind kind = {
    .read = shared_target_read, .finish = shared_target_finish, .stop = shared_target_stop};

static bool shared_target_start_process(struct shared_process *process,
                                        const struct target_machine *machine)
{
    struct shared_target *shared = process->shared;
    struct target_machine own = *machine;
    char *name = allocate_text("virtual Pentium %u of %u", process->index + 1, shared->n);
    char *work_queue = allocate_text("/dev/fd/%d", shared->queue_file);
    own.name = name;
    own.work_queue = work_queue;
    process->target = program_target_virtual(&own);
    free(work_queue);
    free(name);
    if (!process->target)
        return false;
    struct epoll_event event = {.events = EPOLLIN};
    epoll_ctl(shared->target.descriptor, EPOLL_CTL_ADD, target_descriptor(process->target), &event);
    return true;
}

struct target *shared_target_open(const struct target_machine *machine, unsigned jobs)
{
    struct shared_target *shared = allocate_zeroed(sizeof *shared);
    int waiting = epoll_create1(EPOLL_CLOEXEC);
    shared->queue_file = memfd_create("work queue", 0); /* inherited by the processes */
    if (waiting < 0 || shared->queue_file < 0 || ftruncate(shared->queue_file, sizeof(uint32_t)))
        die(EXIT_TARGET, "--jobs: cannot create the work queue: %s", strerror(errno));
    shared->target = (struct target){&kind, allocate_copy("the virtual Pentium"), waiting, 0};
    shared->n = jobs;
    shared->merge = stream_merge_open(jobs);
    shared->processes = allocate_zeroed(jobs * sizeof *shared->processes);
    bool started = true;
    for (unsigned i = 0; i < jobs && started; i++) {
        struct shared_process *process = &shared->processes[i];
        *process = (struct shared_process){.shared = shared, .index = i};
        if (wire_reader_open(&process->reader,
                             (struct wire_listener){process, shared_target_on_record,
                                                    shared_target_on_trouble, NULL}))
            die(EXIT_TARGET, "out of memory");
        started = shared_target_start_process(process, machine);
    }
    if (started)
        return &shared->target;
    target_stop(&shared->target, false);
    return NULL;
}
