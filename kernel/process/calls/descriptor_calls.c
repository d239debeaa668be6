/*
 * SPDX-License-Identifier: MIT
 * System calls on descriptors.
 */
#include <stddef.h>

#include "kernel/process/calls/user_values.h"
#include "kernel/process/character_device.h"
#include "kernel/process/files/files_state.h"
#include "kernel/process/files/open_file.h"
#include "kernel/process/files/pipe_buffer.h"
#include "kernel/process/system_call.h"

enum fcntl_commands {
    F_DUPFD,
    F_GETFD,
    F_SETFD,
    F_GETFL,
    F_SETFL,
    F_GETLK,
    F_SETLK,
    F_SETLKW,
    F_GETLK64 = 12,
    F_SETLK64,
    F_SETLKW64,
    F_DUPFD_CLOEXEC = 1030,
};

#define FD_CLOEXEC     1u
#define SETTABLE_FLAGS (O_APPEND | O_NONBLOCK | O_ASYNC | O_DIRECT | O_NOATIME)

/* Requests that every file answers (include/uapi/asm-generic/ioctls.h). */
#define FIONREAD 0x541bu
#define FIONBIO  0x5421u
#define FIONCLEX 0x5450u
#define FIOCLEX  0x5451u

static int32_t duplicate_from(struct open_file *file, uint32_t lowest, bool close_on_exec)
{
    int32_t descriptor = descriptor_find(lowest);

    if (descriptor >= 0)
        descriptor_set((uint32_t)descriptor, file, close_on_exec);
    return descriptor;
}

static int32_t call_dup(const uint32_t argument[])
{
    struct open_file *file = descriptor_any_file(argument[0]);

    return file == NULL ? -LINUX_EBADF : duplicate_from(file, 0, false);
}

static int32_t duplicate_to(struct open_file *file, uint32_t descriptor, bool close_on_exec)
{
    file->users++; /* it stays open if only `descriptor` leads to it */
    descriptor_close(descriptor);
    file->users--;
    descriptor_set(descriptor, file, close_on_exec);
    return (int32_t)descriptor;
}

static int32_t call_dup2(const uint32_t argument[])
{
    struct open_file *file = descriptor_any_file(argument[0]);

    if (file == NULL || argument[1] >= process_files->descriptor_limit)
        return -LINUX_EBADF;
    if (argument[0] == argument[1])
        return (int32_t)argument[1];
    return duplicate_to(file, argument[1], false);
}

static int32_t call_dup3(const uint32_t argument[])
{
    struct open_file *file = descriptor_any_file(argument[0]);

    if (argument[2] & ~(uint32_t)O_CLOEXEC || argument[0] == argument[1])
        return -LINUX_EINVAL;
    if (file == NULL || argument[1] >= process_files->descriptor_limit)
        return -LINUX_EBADF;
    return duplicate_to(file, argument[1], argument[2] & O_CLOEXEC);
}

/* The first words of struct flock and struct flock64. */
struct lock {
    int16_t type, whence;
};

#define F_UNLCK 2

/* No other process holds a lock, so each is granted, and none is found. */
static int32_t lock_file(const struct open_file *file, uint32_t command, uint32_t address,
                         bool is_long)
{
    uint8_t bytes[24];
    struct lock *lock = (struct lock *)bytes;

    if (user_load(bytes, address, is_long ? 24 : 16) != 0)
        return -LINUX_EFAULT;
    if (lock->type < 0 || lock->type > F_UNLCK || lock->whence < 0 || lock->whence > SEEK_END)
        return -LINUX_EINVAL;
    if (command == F_GETLK || command == F_GETLK64) {
        if (lock->type == F_UNLCK)
            return -LINUX_EINVAL;
        lock->type = F_UNLCK;
        return user_store(address, bytes, sizeof *lock);
    }
    if ((lock->type == 0 && !open_file_is_readable(file)) ||
        (lock->type == 1 && !open_file_is_writable(file)))
        return -LINUX_EBADF;
    return 0;
}

static int32_t file_control(uint32_t descriptor, uint32_t command, uint32_t argument)
{
    struct descriptor *entry = &process_files->descriptor[descriptor];
    struct open_file *file = entry->file;

    switch (command) {
    case F_DUPFD:
    case F_DUPFD_CLOEXEC:
        if (argument >= process_files->descriptor_limit)
            return -LINUX_EINVAL;
        return duplicate_from(file, argument, command == F_DUPFD_CLOEXEC);
    case F_GETFD:
        return entry->close_on_exec ? FD_CLOEXEC : 0;
    case F_SETFD:
        entry->close_on_exec = argument & FD_CLOEXEC;
        return 0;
    case F_GETFL:
        return (int32_t)file->flags;
    case F_SETFL:
        file->flags = (file->flags & ~(uint32_t)SETTABLE_FLAGS) | (argument & SETTABLE_FLAGS);
        return 0;
    case F_GETLK:
    case F_SETLK:
    case F_SETLKW:
        return lock_file(file, command, argument, false);
    case F_GETLK64:
    case F_SETLK64:
    case F_SETLKW64:
        return lock_file(file, command, argument, true);
    default:
        return -LINUX_EINVAL;
    }
}

static int32_t call_fcntl64(const uint32_t argument[])
{
    struct open_file *file = descriptor_any_file(argument[0]);

    if (file == NULL)
        return -LINUX_EBADF;
    if (file->flags & O_PATH && argument[1] > F_GETFL && argument[1] != F_DUPFD_CLOEXEC)
        return -LINUX_EBADF;
    return file_control(argument[0], argument[1], argument[2]);
}

static int32_t call_fcntl(const uint32_t argument[])
{
    if (argument[1] >= F_GETLK64 && argument[1] <= F_SETLKW64)
        return descriptor_any_file(argument[0]) == NULL ? -LINUX_EBADF : -LINUX_EINVAL;
    return call_fcntl64(argument);
}

static int32_t ioctl_unread(const struct open_file *file, uint32_t to)
{
    const struct file_node *node = file->node;
    uint32_t unread = node_type(node) == S_IFIFO ? node->pipe->used
                                                 : node->contents.size - (uint32_t)file->offset;

    return user_store(to, &unread, sizeof unread);
}

static int32_t ioctl_non_blocking(struct open_file *file, uint32_t from)
{
    int32_t on;

    if (user_load(&on, from, sizeof on) != 0)
        return -LINUX_EFAULT;
    file->flags = on ? file->flags | O_NONBLOCK : file->flags & ~(uint32_t)O_NONBLOCK;
    return 0;
}

static int32_t call_ioctl(const uint32_t argument[])
{
    struct open_file *file = descriptor_file(argument[0]);
    const struct device *device;
    uint32_t type;

    if (file == NULL)
        return -LINUX_EBADF;
    switch (argument[1]) {
    case FIOCLEX:
    case FIONCLEX:
        process_files->descriptor[argument[0]].close_on_exec = argument[1] == FIOCLEX;
        return 0;
    case FIONBIO:
        return ioctl_non_blocking(file, argument[2]);
    }
    type = node_type(file->node);
    if (argument[1] == FIONREAD && (type == S_IFREG || type == S_IFIFO))
        return ioctl_unread(file, argument[2]);
    device = file->node->device;
    return device == NULL || device->ioctl == NULL ? -LINUX_ENOTTY
                                                   : device->ioctl(file, argument[1], argument[2]);
}

/* Opens both ends of a new pipe. */
static int32_t pipe_open(struct file_node *node, uint32_t flags, int32_t descriptor[2])
{
    for (uint32_t end = 0; end < 2; end++) {
        struct open_file *file;

        descriptor[end] = descriptor_find(0);
        if (descriptor[end] < 0)
            return descriptor[end];
        file = open_file_create(node, (flags & ~(uint32_t)O_CLOEXEC) | end); /* O_WRONLY is 1 */
        if (file == NULL)
            return -LINUX_ENFILE;
        descriptor_set((uint32_t)descriptor[end], file, flags & O_CLOEXEC);
    }
    return 0;
}

static int32_t pipe_make(uint32_t to, uint32_t flags)
{
    int32_t descriptor[2] = {-1, -1}, error;
    struct file_node *node;

    if (flags & ~(uint32_t)(O_CLOEXEC | O_NONBLOCK | O_DIRECT))
        return -LINUX_EINVAL;
    node = node_create(S_IFIFO | 0600);
    if (node == NULL)
        return -LINUX_ENFILE;
    node->pipe = pipe_create();
    if (node->pipe == NULL) {
        node_release(node);
        return -LINUX_ENFILE;
    }
    error = pipe_open(node, flags, descriptor);
    if (error == 0)
        error = user_store(to, descriptor, sizeof descriptor);
    for (uint32_t end = 0; end < 2 && error != 0; end++)
        if (descriptor[end] >= 0)
            descriptor_close((uint32_t)descriptor[end]);
    node_release(node); /* its creator */
    return error;
}

static int32_t call_pipe(const uint32_t argument[])
{
    return pipe_make(argument[0], 0);
}

static int32_t call_pipe2(const uint32_t argument[])
{
    return pipe_make(argument[0], argument[1]);
}

#define LOCK_OPERATIONS 3u /* LOCK_SH 1, LOCK_EX 2; with LOCK_NB 4 */
#define LOCK_UNLOCK     8u

static int32_t call_flock(const uint32_t argument[])
{
    uint32_t operation = argument[1] & ~4u;

    if (operation == 0 || (operation >= LOCK_OPERATIONS && operation != LOCK_UNLOCK))
        return -LINUX_EINVAL;
    return descriptor_file(argument[0]) == NULL ? -LINUX_EBADF : 0;
}

#define CLOSE_RANGE_UNSHARE 2u /* without effect on a single process */
#define CLOSE_RANGE_CLOEXEC 4u

static int32_t call_close_range(const uint32_t argument[])
{
    if (argument[2] & ~(CLOSE_RANGE_UNSHARE | CLOSE_RANGE_CLOEXEC) || argument[0] > argument[1])
        return -LINUX_EINVAL;
    for (uint32_t i = argument[0]; i < DESCRIPTORS && i <= argument[1]; i++) {
        if (argument[2] & CLOSE_RANGE_CLOEXEC)
            process_files->descriptor[i].close_on_exec = true;
        else if (process_files->descriptor[i].file != NULL)
            descriptor_close(i);
    }
    return 0;
}

const struct system_call descriptor_calls[] = {
    {41, 1, "dup", call_dup},
    {42, 1, "pipe", call_pipe},
    {54, 3, "ioctl", call_ioctl},
    {55, 3, "fcntl", call_fcntl},
    {63, 2, "dup2", call_dup2},
    {143, 2, "flock", call_flock},
    {221, 3, "fcntl64", call_fcntl64},
    {330, 3, "dup3", call_dup3},
    {331, 2, "pipe2", call_pipe2},
    {436, 3, "close_range", call_close_range},
    {0, 0, NULL, NULL},
};
