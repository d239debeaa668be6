/*
 * SPDX-License-Identifier: MIT
 * System calls on the file system as a store: space for files, advice, its size.
 */
#include <stddef.h>

#include "kernel/process/calls/user_values.h"
#include "kernel/process/files/file_path.h"
#include "kernel/process/files/files_state.h"
#include "kernel/process/files/open_file.h"
#include "kernel/process/memory/frames.h"
#include "kernel/process/system_call.h"

#define ADVICE_LAST 5u /* POSIX_FADV_NOREUSE */

/* Advice has no effect on files in memory. */
static int32_t file_advice(uint32_t descriptor, int64_t bytes, uint32_t advice)
{
    struct open_file *file = descriptor_file(descriptor);

    if (file == NULL)
        return -LINUX_EBADF;
    if (node_type(file->node) == S_IFIFO)
        return -LINUX_ESPIPE;
    return bytes < 0 || advice > ADVICE_LAST ? -LINUX_EINVAL : 0;
}

static int32_t call_fadvise64(const uint32_t argument[])
{
    return file_advice(argument[0], argument[3], argument[4]);
}

static int32_t call_fadvise64_64(const uint32_t argument[])
{
    return file_advice(argument[0], (int64_t)long_argument(argument[3], argument[4]), argument[5]);
}

#define FALLOC_FL_KEEP_SIZE 1u

/* Extends a file to the end of the range; its blocks are allocated when they are written. */
static int32_t call_fallocate(const uint32_t argument[])
{
    const int64_t offset = (int64_t)long_argument(argument[2], argument[3]),
                  bytes = (int64_t)long_argument(argument[4], argument[5]);
    struct open_file *file = descriptor_file(argument[0]);

    if (file == NULL)
        return -LINUX_EBADF;
    if (offset < 0 || bytes <= 0)
        return -LINUX_EINVAL;
    if (argument[1] & ~FALLOC_FL_KEEP_SIZE)
        return -LINUX_EOPNOTSUPP;
    if (!open_file_is_writable(file))
        return -LINUX_EBADF;
    if (node_type(file->node) == S_IFIFO)
        return -LINUX_ESPIPE;
    if (node_type(file->node) != S_IFREG)
        return -LINUX_ENODEV;
    if (offset > FILE_SIZE_LIMIT || bytes > FILE_SIZE_LIMIT - offset)
        return -LINUX_EFBIG;
    if (!argument[1] && offset + bytes > file->node->contents.size) {
        contents_resize(&file->node->contents, (uint32_t)(offset + bytes));
        node_modified(file->node);
    }
    return 0;
}

/* struct statfs64 of arch/x86/include/uapi/asm/statfs.h for 32-bit programs */
struct file_system_status {
    uint32_t type, block_bytes;
    uint64_t blocks, free, available, files, free_files;
    uint32_t number[2], name_bytes, fragment_bytes, flags, spare[4];
} __attribute__((packed, aligned(4)));

_Static_assert(sizeof(struct file_system_status) == 84, "size of Linux/i386");

#define TMPFS_TYPE 0x01021994u
#define NAME_MOST  255u

static int32_t store_status(uint32_t bytes, uint32_t to)
{
    const struct file_system_status status = {
        .type = TMPFS_TYPE,
        .block_bytes = FRAME_BYTES,
        .blocks = process_files->frames_at_start,
        .free = frames_left(),
        .available = frames_left(),
        .name_bytes = NAME_MOST,
        .fragment_bytes = FRAME_BYTES,
    };

    return bytes != sizeof status ? -LINUX_EINVAL : user_store(to, &status, sizeof status);
}

static int32_t call_statfs64(const uint32_t argument[])
{
    struct file_node *node;
    int32_t error = argument[1] == sizeof(struct file_system_status)
                        ? path_node(AT_FDCWD, argument[0], true, &node)
                        : -LINUX_EINVAL;

    return error != 0 ? error : store_status(argument[1], argument[2]);
}

static int32_t call_fstatfs64(const uint32_t argument[])
{
    if (argument[1] == sizeof(struct file_system_status) &&
        descriptor_any_file(argument[0]) == NULL)
        return -LINUX_EBADF;
    return store_status(argument[1], argument[2]);
}

static int32_t call_syncfs(const uint32_t argument[])
{
    return descriptor_file(argument[0]) == NULL ? -LINUX_EBADF : 0;
}

const struct system_call storage_calls[] = {
    {250, 5, "fadvise64", call_fadvise64},
    {268, 3, "statfs64", call_statfs64},
    {269, 3, "fstatfs64", call_fstatfs64},
    {272, 6, "fadvise64_64", call_fadvise64_64},
    {324, 6, "fallocate", call_fallocate},
    {344, 1, "syncfs", call_syncfs},
    {0, 0, NULL, NULL},
};
