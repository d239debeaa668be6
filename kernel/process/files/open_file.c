/*
 * SPDX-License-Identifier: MIT
 * Descriptors, and reading, writing and seeking by the type of a node.
 */
#include "kernel/process/files/open_file.h"

#include <stddef.h>

#include "kernel/lib/string.h"
#include "kernel/process/character_device.h"
#include "kernel/process/files/files_state.h"
#include "kernel/process/files/pipe_buffer.h"
#include "kernel/process/files/ready_events.h"
#include "kernel/process/linux_errno.h"

/* Linux's MAX_RW_COUNT: no call transfers more. */
#define TRANSFER_MAX 0x7ffff000u

struct open_file *open_file_create(struct file_node *node, uint32_t flags)
{
    struct open_file *file = pool_take(&process_files->open_files);

    if (file == NULL)
        return NULL;
    file->node = node;
    file->flags = flags;
    node_use(node);
    if (node->pipe != NULL)
        pipe_opened(node->pipe, flags);
    return file;
}

static void open_file_release(struct open_file *file)
{
    struct file_node *node = file->node;

    if (--file->users > 0)
        return;
    event_watches_close(file);
    if (node->pipe != NULL) {
        pipe_closed(node->pipe, file->flags);
        event_watches_notify(node, 0);
    }
    node_release(node);
    pool_return(&process_files->open_files, file);
}

bool open_file_is_readable(const struct open_file *file)
{
    uint32_t access = file->flags & O_ACCMODE;

    return !(file->flags & O_PATH) && (access == O_RDONLY || access == O_RDWR);
}

bool open_file_is_writable(const struct open_file *file)
{
    uint32_t access = file->flags & O_ACCMODE;

    return !(file->flags & O_PATH) && (access == O_WRONLY || access == O_RDWR);
}

static int32_t regular_read(struct open_file *file, uint32_t to, uint32_t bytes, int64_t position)
{
    struct file_node *node = file->node;
    int32_t done;

    if (position >= node->contents.size)
        return 0;
    done = contents_read(&node->contents, (uint32_t)position, to, bytes);
    if (done > 0 && !(file->flags & O_NOATIME))
        node->accessed = program_clock_real();
    return done;
}

/* Calls read() or write() of a device with *position as the offset, which the device may advance.
 */
static int32_t device_transfer(struct open_file *file,
                               int32_t (*transfer)(struct open_file *file, uint32_t address,
                                                   uint32_t bytes),
                               uint32_t address, uint32_t bytes, int64_t *position)
{
    const int64_t kept = file->offset;
    int32_t done;

    file->offset = *position;
    done = transfer(file, address, bytes);
    *position = file->offset;
    if (position != &file->offset)
        file->offset = kept;
    return done;
}

/* Calls pipe_read() or pipe_write(), and notifies the other end. Linux notifies writers only if the
 * pipe was full. */
static int32_t pipe_transfer(struct open_file *file,
                             int32_t (*transfer)(struct pipe_buffer *pipe, uint32_t flags,
                                                 uint32_t address, uint32_t bytes),
                             uint32_t address, uint32_t bytes, uint32_t events)
{
    const bool was_full = file->node->pipe->used == PIPE_BYTES;
    const int32_t done = transfer(file->node->pipe, file->flags, address, bytes);

    if (done > 0 && (events == POLLIN || was_full))
        event_watches_notify(file->node, events);
    return done;
}

int32_t open_file_read(struct open_file *file, uint32_t to, uint32_t bytes, int64_t *position)
{
    struct file_node *node = file->node;
    int32_t done;

    if (bytes > TRANSFER_MAX)
        bytes = TRANSFER_MAX;
    switch (node_type(node)) {
    case S_IFREG:
        done = regular_read(file, to, bytes, *position);
        break;
    case S_IFDIR:
        return -LINUX_EISDIR;
    case S_IFIFO:
        return pipe_transfer(file, pipe_read, to, bytes, POLLOUT);
    default:
        return device_transfer(file, node->device->read, to, bytes, position);
    }
    if (done > 0)
        *position += done;
    return done;
}

static int32_t regular_write(struct open_file *file, uint32_t from, uint32_t bytes,
                             int64_t position)
{
    int64_t limit = file->flags & O_LARGEFILE ? FILE_SIZE_LIMIT : NON_LARGE_FILE_MAX;
    int32_t done;

    if (position >= limit)
        return -LINUX_EFBIG;
    if (bytes > limit - position)
        bytes = (uint32_t)(limit - position);
    done = contents_write(&file->node->contents, (uint32_t)position, from, bytes);
    if (done > 0)
        node_modified(file->node);
    return done;
}

int32_t open_file_write(struct open_file *file, uint32_t from, uint32_t bytes, int64_t *position)
{
    struct file_node *node = file->node;
    int32_t done;

    if (bytes > TRANSFER_MAX)
        bytes = TRANSFER_MAX;
    switch (node_type(node)) {
    case S_IFREG:
        if (bytes == 0)
            return 0;
        if (file->flags & O_APPEND)
            *position = node->contents.size;
        done = regular_write(file, from, bytes, *position);
        break;
    case S_IFIFO:
        return pipe_transfer(file, pipe_write, from, bytes, POLLIN);
    default:
        return device_transfer(file, node->device->write, from, bytes, position);
    }
    if (done > 0)
        *position += done;
    return done;
}

/* A regular file has no holes: all of it is data, and the hole is at its end. */
static int64_t regular_seek(struct open_file *file, int64_t offset, uint32_t origin)
{
    int64_t size = file->node->contents.size;

    switch (origin) {
    case SEEK_SET:
        return offset;
    case SEEK_CUR:
        return file->offset + offset;
    case SEEK_END:
        return size + offset;
    case SEEK_DATA:
    case SEEK_HOLE:
        return offset < 0 || offset >= size ? -LINUX_ENXIO : origin == SEEK_DATA ? offset : size;
    default:
        return -LINUX_EINVAL;
    }
}

int64_t open_file_seek(struct open_file *file, int64_t offset, uint32_t origin)
{
    uint32_t type = node_type(file->node);
    int64_t position;

    if (type == S_IFIFO)
        return -LINUX_ESPIPE;
    if (file->node->device != NULL)
        return file->node->device->seek(file, offset, origin);
    if (type == S_IFDIR && origin > SEEK_CUR)
        return -LINUX_EINVAL;
    position = regular_seek(file, offset, origin);
    if (position < 0)
        return origin >= SEEK_DATA ? position : -LINUX_EINVAL;
    file->offset = position;
    return position;
}

struct open_file *descriptor_any_file(uint32_t descriptor)
{
    return descriptor < DESCRIPTORS ? process_files->descriptor[descriptor].file : NULL;
}

struct open_file *descriptor_file(uint32_t descriptor)
{
    struct open_file *file = descriptor_any_file(descriptor);

    return file == NULL || (file->flags & O_PATH) ? NULL : file;
}

int32_t descriptor_find(uint32_t lowest)
{
    for (uint32_t each = lowest; each < process_files->descriptor_limit; each++)
        if (process_files->descriptor[each].file == NULL)
            return (int32_t)each;
    return -LINUX_EMFILE;
}

void descriptor_set(uint32_t descriptor, struct open_file *file, bool close_on_exec)
{
    process_files->descriptor[descriptor] = (struct descriptor){file, close_on_exec};
    file->users++;
}

int32_t descriptor_close(uint32_t descriptor)
{
    struct open_file *file = descriptor_any_file(descriptor);

    if (file == NULL)
        return -LINUX_EBADF;
    process_files->descriptor[descriptor].file = NULL;
    open_file_release(file);
    return 0;
}

int32_t descriptor_open_unnamed(const struct device *device, uint32_t flags)
{
    const int32_t descriptor = descriptor_find(0);
    struct file_node *node = descriptor < 0 ? NULL : node_create(0600); /* of no type */
    struct open_file *file;

    if (descriptor < 0)
        return descriptor;
    if (node == NULL)
        return -LINUX_ENFILE;
    node->device = device;
    file = open_file_create(node, O_RDWR | (flags & O_NONBLOCK));
    node_release(node); /* its creator */
    if (file == NULL)
        return -LINUX_ENFILE;
    descriptor_set((uint32_t)descriptor, file, flags & O_CLOEXEC);
    return descriptor;
}
