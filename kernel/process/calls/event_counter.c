/*
 * SPDX-License-Identifier: MIT
 * eventfd: a counter that reading empties and writing adds to. The only process cannot wait for
 * itself: a call that would wait ends the run with a sentence, unless the descriptor has
 * O_NONBLOCK.
 */
#include <stddef.h>

#include "kernel/process/calls/user_values.h"
#include "kernel/process/character_device.h"
#include "kernel/process/files/linux_files.h"
#include "kernel/process/files/ready_events.h"
#include "kernel/process/process_end.h"
#include "kernel/process/system_call.h"

#define EFD_SEMAPHORE 1u

static int32_t event_counter_read(struct open_file *file, uint32_t to, uint32_t bytes)
{
    struct event_counter *counter = &file->node->counter;
    const uint64_t taken = counter->one_by_one && counter->count != 0 ? 1 : counter->count;

    if (bytes < sizeof taken)
        return -LINUX_EINVAL;
    if (taken == 0) {
        if (file->flags & O_NONBLOCK)
            return -LINUX_EAGAIN;
        process_end_with("the program waits for ever: it alone could add to the eventfd");
    }
    counter->count -= taken;
    event_watches_notify(file->node, POLLOUT);
    return user_store(to, &taken, sizeof taken) != 0 ? -LINUX_EFAULT : (int32_t)sizeof taken;
}

static int32_t event_counter_write(struct open_file *file, uint32_t from, uint32_t bytes)
{
    struct event_counter *counter = &file->node->counter;
    uint64_t added;

    if (bytes != sizeof added)
        return -LINUX_EINVAL;
    if (user_load(&added, from, sizeof added) != 0)
        return -LINUX_EFAULT;
    if (added == UINT64_MAX)
        return -LINUX_EINVAL;
    if (added > EVENT_COUNT_MOST - counter->count) {
        if (file->flags & O_NONBLOCK)
            return -LINUX_EAGAIN;
        process_end_with("the program waits for ever: it alone could read the full eventfd");
    }
    counter->count += added;
    event_watches_notify(file->node, POLLIN);
    return (int32_t)sizeof added;
}

static int64_t event_counter_seek(struct open_file *file, int64_t offset, uint32_t origin)
{
    (void)file;
    (void)offset;
    (void)origin;
    return 0;
}

static const struct device event_counter_device = {
    .name = "eventfd",
    .read = event_counter_read,
    .write = event_counter_write,
    .seek = event_counter_seek,
};

static int32_t event_counter_make(uint32_t count, uint32_t flags)
{
    int32_t descriptor;

    if (flags & ~(EFD_SEMAPHORE | O_NONBLOCK | O_CLOEXEC))
        return -LINUX_EINVAL;
    descriptor = descriptor_open_unnamed(&event_counter_device, flags);
    if (descriptor >= 0)
        descriptor_file((uint32_t)descriptor)->node->counter =
            (struct event_counter){count, flags & EFD_SEMAPHORE};
    return descriptor;
}

static int32_t call_eventfd(const uint32_t argument[])
{
    return event_counter_make(argument[0], 0);
}

static int32_t call_eventfd2(const uint32_t argument[])
{
    return event_counter_make(argument[0], argument[1]);
}

const struct system_call event_counter_calls[] = {
    {323, 1, "eventfd", call_eventfd},
    {328, 2, "eventfd2", call_eventfd2},
    {0, 0, NULL, NULL},
};
