/*
 * SPDX-License-Identifier: MIT
 * Watches that may be ready are in a list, as in Linux's fs/eventpoll.c: a change of a file appends
 * its watch, and the one that waits removes those that are not ready. The list is the watches with
 * a turn, in the order of the turns.
 */
#include "kernel/process/files/ready_events.h"

#include <stddef.h>

#include "kernel/process/character_device.h"
#include "kernel/process/files/files_state.h"
#include "kernel/process/files/pipe_buffer.h"
#include "kernel/process/linux_errno.h"

/* ---- what is ready --------------------------------------------------------------------------- */

static uint32_t pipe_events(const struct open_file *file)
{
    const struct pipe_buffer *pipe = file->node->pipe;
    uint32_t events = 0;

    if (open_file_is_readable(file))
        events |= (pipe->used > 0 ? POLLIN | POLLRDNORM : 0) | (pipe->writers == 0 ? POLLHUP : 0);
    else
        events |= (pipe->used < PIPE_BYTES ? POLLOUT | POLLWRNORM : 0) |
                  (pipe->readers == 0 ? POLLERR : 0);
    return events;
}

static uint32_t event_counter_events(const struct event_counter *counter)
{
    return (counter->count != 0 ? POLLIN : 0) | (counter->count < EVENT_COUNT_MOST ? POLLOUT : 0);
}

static uint32_t epoll_events(const struct file_node *epoll)
{
    const struct event_watch *watch = event_watch_from(epoll, 1);

    while (watch != NULL && event_watch_events(watch) == 0)
        watch = event_watch_from(epoll, watch->turn + 1);
    return watch == NULL ? 0 : POLLIN | POLLRDNORM;
}

uint32_t open_file_events(const struct open_file *file)
{
    if (node_type(file->node) == S_IFIFO)
        return pipe_events(file);
    if (open_file_is_epoll(file))
        return epoll_events(file->node);
    if (node_type(file->node) == 0)
        return event_counter_events(&file->node->counter);
    return POLLIN | POLLOUT | POLLRDNORM | POLLWRNORM;
}

/* ---- watches --------------------------------------------------------------------------------- */

/* eventpoll has no read() and no write(). */
static int32_t epoll_transfer(struct open_file *file, uint32_t address, uint32_t bytes)
{
    (void)file;
    (void)address;
    (void)bytes;
    return -LINUX_EINVAL;
}

static int64_t epoll_seek(struct open_file *file, int64_t offset, uint32_t origin)
{
    (void)file;
    (void)offset;
    (void)origin;
    return 0;
}

const struct device epoll_device = {
    .name = "eventpoll", .read = epoll_transfer, .write = epoll_transfer, .seek = epoll_seek};

struct event_watch *event_watch_find(const struct file_node *epoll, const struct open_file *file,
                                     uint32_t descriptor)
{
    struct event_watch *watch = process_files->watches;

    while (watch != NULL &&
           (watch->epoll != epoll || watch->file != file || watch->descriptor != descriptor))
        watch = watch->next;
    return watch;
}

struct event_watch *event_watch_add(struct file_node *epoll, struct open_file *file,
                                    uint32_t descriptor)
{
    struct event_watch *watch = pool_take(&process_files->watch_pool);

    if (watch == NULL)
        return NULL;
    watch->next = process_files->watches;
    process_files->watches = watch;
    watch->epoll = epoll;
    watch->file = file;
    watch->descriptor = descriptor;
    return watch;
}

void event_watch_remove(struct event_watch *watch)
{
    struct event_watch **at = &process_files->watches;

    while (*at != watch)
        at = &(*at)->next;
    *at = watch->next;
    pool_return(&process_files->watch_pool, watch);
}

uint32_t event_watch_events(const struct event_watch *watch)
{
    return open_file_events(watch->file) & watch->events;
}

uint32_t event_watch_next_turn(void)
{
    return process_files->last_turn + 1;
}

void event_watch_list(struct event_watch *watch)
{
    if (watch->turn != 0)
        return;
    watch->turn = ++process_files->last_turn;
    event_watches_notify(watch->epoll, POLLIN);
}

struct event_watch *event_watch_from(const struct file_node *epoll, uint32_t turn)
{
    struct event_watch *found = NULL;

    for (struct event_watch *each = process_files->watches; each != NULL; each = each->next)
        if (each->epoll == epoll && each->turn >= turn &&
            (found == NULL || each->turn < found->turn))
            found = each;
    return found;
}

/* The newest first, as in a wait queue of Linux. */
void event_watches_notify(const struct file_node *node, uint32_t events)
{
    for (struct event_watch *each = process_files->watches; each != NULL; each = each->next)
        if (each->file->node == node && (events == 0 || each->events & events))
            event_watch_list(each);
}

void event_watches_close(const struct open_file *file)
{
    struct event_watch *next;

    for (struct event_watch *each = process_files->watches; each != NULL; each = next) {
        next = each->next;
        if (each->file == file || (open_file_is_epoll(file) && each->epoll == file->node))
            event_watch_remove(each);
    }
}

bool event_watches_reach(const struct file_node *epoll, const struct file_node *other)
{
    if (epoll == other)
        return true;
    for (const struct event_watch *each = process_files->watches; each != NULL; each = each->next)
        if (each->epoll == epoll && open_file_is_epoll(each->file) &&
            event_watches_reach(each->file->node, other))
            return true;
    return false;
}
