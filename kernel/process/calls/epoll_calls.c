/*
 * SPDX-License-Identifier: MIT
 * epoll. Its waits end at once, as those of poll() do (waiting_calls.c).
 */
#include <stddef.h>

#include "kernel/process/calls/user_values.h"
#include "kernel/process/calls/waits.h"
#include "kernel/process/character_device.h"
#include "kernel/process/files/files_state.h"
#include "kernel/process/files/ready_events.h"
#include "kernel/process/system_call.h"

/* include/uapi/linux/eventpoll.h */
enum { EPOLL_CTL_ADD = 1, EPOLL_CTL_DEL, EPOLL_CTL_MOD };

#define EPOLLEXCLUSIVE (1u << 28)
#define EPOLLWAKEUP    (1u << 29)
#define EPOLLONESHOT   (1u << 30)
#define EPOLLET        (1u << 31)
#define EPOLL_FLAGS    (EPOLLEXCLUSIVE | EPOLLWAKEUP | EPOLLONESHOT | EPOLLET)

#define MOST_EVENTS (INT32_MAX / (int32_t)sizeof(struct epoll_event))

struct epoll_event {
    uint32_t events;
    uint32_t data[2];
};

/* ---- creation -------------------------------------------------------------------------------- */

static int32_t call_epoll_create(const uint32_t argument[])
{
    return (int32_t)argument[0] <= 0 ? -LINUX_EINVAL : descriptor_open_unnamed(&epoll_device, 0);
}

static int32_t call_epoll_create1(const uint32_t argument[])
{
    if (argument[0] & ~(uint32_t)O_CLOEXEC)
        return -LINUX_EINVAL;
    return descriptor_open_unnamed(&epoll_device, argument[0]);
}

/* ---- what is watched ------------------------------------------------------------------------- */

/* Regular files, directories and most devices are always ready, and cannot be watched. */
static bool can_be_watched(const struct open_file *file)
{
    const struct device *device = file->node->device;

    return node_type(file->node) == S_IFIFO || node_type(file->node) == 0 ||
           (device != NULL && device->polls);
}

static int32_t set_watch(struct event_watch *watch, const struct epoll_event *event)
{
    watch->events = event->events | POLLERR | POLLHUP;
    watch->data = long_argument(event->data[0], event->data[1]);
    if (event_watch_events(watch) != 0)
        event_watch_list(watch);
    return 0;
}

static int32_t add_watch(struct open_file *epoll, struct open_file *file, uint32_t descriptor,
                         const struct epoll_event *event)
{
    struct event_watch *watch;

    if (event_watch_find(epoll->node, file, descriptor) != NULL)
        return -LINUX_EEXIST;
    if (open_file_is_epoll(file) && event_watches_reach(file->node, epoll->node))
        return -LINUX_ELOOP;
    watch = event_watch_add(epoll->node, file, descriptor);
    return watch == NULL ? -LINUX_ENOMEM : set_watch(watch, event);
}

static int32_t change_watch(struct event_watch *watch, uint32_t operation,
                            const struct epoll_event *event)
{
    if (watch == NULL)
        return -LINUX_ENOENT;
    if (operation == EPOLL_CTL_DEL) {
        event_watch_remove(watch);
        return 0;
    }
    return watch->events & EPOLLEXCLUSIVE ? -LINUX_EINVAL : set_watch(watch, event);
}

static int32_t call_epoll_ctl(const uint32_t argument[])
{
    const uint32_t operation = argument[1], descriptor = argument[2];
    struct open_file *epoll = descriptor_file(argument[0]), *file = descriptor_file(descriptor);
    struct epoll_event event = {0, {0, 0}};

    if (operation != EPOLL_CTL_DEL && user_load(&event, argument[3], sizeof event) != 0)
        return -LINUX_EFAULT;
    if (epoll == NULL || file == NULL)
        return -LINUX_EBADF;
    if (!can_be_watched(file))
        return -LINUX_EPERM;
    if (epoll == file || !open_file_is_epoll(epoll))
        return -LINUX_EINVAL;
    if (event.events & EPOLLEXCLUSIVE && (operation != EPOLL_CTL_ADD || open_file_is_epoll(file)))
        return -LINUX_EINVAL;
    switch (operation) {
    case EPOLL_CTL_ADD:
        return add_watch(epoll, file, descriptor, &event);
    case EPOLL_CTL_DEL:
    case EPOLL_CTL_MOD:
        return change_watch(event_watch_find(epoll->node, file, descriptor), operation, &event);
    default:
        return -LINUX_EINVAL;
    }
}

/* ---- waits ----------------------------------------------------------------------------------- */

/* After a report: off, in the list again, or in it only after the next change of the file. */
static void finish_watch(struct event_watch *watch)
{
    if (watch->events & EPOLLONESHOT)
        watch->events &= EPOLL_FLAGS;
    else if (!(watch->events & EPOLLET))
        event_watch_list(watch);
}

/* Stores the events that are ready, at most `most`. Returns their number, or -LINUX_EFAULT. */
static int32_t take_events(const struct file_node *epoll, uint32_t to, int32_t most)
{
    const uint32_t end = event_watch_next_turn();
    struct event_watch *watch;
    int32_t found = 0;

    while (found < most && (watch = event_watch_from(epoll, 1)) != NULL && watch->turn < end) {
        const struct epoll_event event = {event_watch_events(watch),
                                          {(uint32_t)watch->data, (uint32_t)(watch->data >> 32)}};

        if (event.events != 0 &&
            user_store(to + (uint32_t)found * sizeof event, &event, sizeof event) != 0)
            return found != 0 ? found : -LINUX_EFAULT;
        watch->turn = 0;
        if (event.events == 0)
            continue;
        found++;
        finish_watch(watch);
    }
    return found;
}

static int32_t epoll_wait(const uint32_t argument[])
{
    const struct open_file *epoll = descriptor_file(argument[0]);
    const int32_t most = (int32_t)argument[2], milliseconds = (int32_t)argument[3];
    struct program_time limit = {milliseconds / 1000, (uint32_t)(milliseconds % 1000) * 1000000};
    int32_t found;

    if (most <= 0 || most > MOST_EVENTS)
        return -LINUX_EINVAL;
    if (epoll == NULL)
        return -LINUX_EBADF;
    if (!open_file_is_epoll(epoll))
        return -LINUX_EINVAL;
    found = take_events(epoll->node, argument[1], most);
    if (found != 0 || milliseconds == 0)
        return found;
    return wait_for_nothing(milliseconds < 0 ? NULL : &limit);
}

static int32_t call_epoll_wait(const uint32_t argument[])
{
    return epoll_wait(argument);
}

static int32_t call_epoll_pwait(const uint32_t argument[])
{
    const int32_t error = load_wait_mask(argument[4], argument[5]);

    return error != 0 ? error : epoll_wait(argument);
}

const struct system_call epoll_calls[] = {
    {254, 1, "epoll_create", call_epoll_create},   {255, 4, "epoll_ctl", call_epoll_ctl},
    {256, 4, "epoll_wait", call_epoll_wait},       {319, 6, "epoll_pwait", call_epoll_pwait},
    {329, 1, "epoll_create1", call_epoll_create1}, {0, 0, NULL, NULL},
};
