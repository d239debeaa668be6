/*
 * SPDX-License-Identifier: MIT
 * System calls that describe files: the stat and access families.
 */
#include <stddef.h>

#include "kernel/lib/string.h"
#include "kernel/process/calls/user_values.h"
#include "kernel/process/character_device.h"
#include "kernel/process/files/file_path.h"
#include "kernel/process/files/files_state.h"
#include "kernel/process/files/open_file.h"
#include "kernel/process/system_call.h"

#define FILE_SYSTEM_DEVICE 1u    /* device number of the only file system, major 0 */
#define BLOCK_SIZE         4096u /* st_blksize: programs choose their buffers by it */
#define SECTOR             512u  /* unit of st_blocks */

struct short_time {
    uint32_t seconds, nanoseconds;
};

/* struct stat of arch/x86/include/uapi/asm/stat.h for i386 */
struct stat_old {
    uint32_t device, number;
    uint16_t mode, links, owner, group;
    uint32_t device_id, size, block_size, blocks;
    struct short_time accessed, modified, changed;
    uint32_t unused[2];
};

/* struct stat64 of the same file */
struct stat_64 {
    uint64_t device;
    uint32_t padding, short_number, mode, links, owner, group;
    uint64_t device_id;
    uint32_t padding_2;
    int64_t size;
    uint32_t block_size;
    uint64_t blocks;
    struct short_time accessed, modified, changed;
    uint64_t number;
} __attribute__((packed, aligned(4)));

struct statx_time {
    int64_t seconds;
    uint32_t nanoseconds, reserved;
};

/* struct statx of include/uapi/linux/stat.h */
struct statx_record {
    uint32_t mask, block_size;
    uint64_t attributes;
    uint32_t links, owner, group;
    uint16_t mode, padding;
    uint64_t number, size, blocks, attributes_mask;
    struct statx_time accessed, born, changed, modified;
    uint32_t device_id[2], device[2]; /* major and minor numbers */
    uint64_t rest[14];
};

_Static_assert(sizeof(struct stat_old) == 64 && sizeof(struct stat_64) == 96 &&
                   sizeof(struct statx_record) == 256,
               "sizes of Linux/i386");

#define STATX_BASIC_STATS 0x7ffu
#define STATX_RESERVED    0x80000000u

static uint32_t node_links(const struct file_node *node)
{
    uint32_t links = node_is_directory(node) ? 2 : 1;

    if (!node_is_directory(node) && node->pipe == NULL)
        return node->further_names + !node->removed;
    if (node->removed && node->pipe == NULL)
        return 0;
    for (const struct file_node *child = node->children; child != NULL; child = child->next)
        links += node_is_directory(child);
    return links;
}

static uint32_t node_blocks(const struct file_node *node)
{
    return (node->contents.size + BLOCK_SIZE - 1) / BLOCK_SIZE * (BLOCK_SIZE / SECTOR);
}

static uint32_t node_device(const struct file_node *node)
{
    return node->device != NULL ? node->device->number : 0;
}

/* A user or group in 16 bits: 65534 if it does not fit. */
static uint16_t short_id(uint32_t id)
{
    return id > 0xffff ? 0xfffe : (uint16_t)id;
}

static struct short_time short_time_of(struct program_time time)
{
    return (struct short_time){(uint32_t)time.seconds, time.nanoseconds};
}

static struct statx_time statx_time_of(struct program_time time)
{
    return (struct statx_time){time.seconds, time.nanoseconds, 0};
}

static int32_t store_old(const struct file_node *node, uint32_t to)
{
    struct stat_old stat = {
        .device = FILE_SYSTEM_DEVICE,
        .number = node->number,
        .mode = (uint16_t)node->mode,
        .links = (uint16_t)node_links(node),
        .owner = short_id(node->owner),
        .group = short_id(node->group),
        .device_id = node_device(node),
        .size = node->contents.size,
        .block_size = BLOCK_SIZE,
        .blocks = node_blocks(node),
        .accessed = short_time_of(node->accessed),
        .modified = short_time_of(node->modified),
        .changed = short_time_of(node->changed),
    };

    if (node->contents.size > NON_LARGE_FILE_MAX)
        return -LINUX_EOVERFLOW;
    return user_store(to, &stat, sizeof stat);
}

static int32_t store_64(const struct file_node *node, uint32_t to)
{
    struct stat_64 stat = {
        .device = FILE_SYSTEM_DEVICE,
        .short_number = node->number,
        .mode = node->mode,
        .links = node_links(node),
        .owner = node->owner,
        .group = node->group,
        .device_id = node_device(node),
        .size = node->contents.size,
        .block_size = BLOCK_SIZE,
        .blocks = node_blocks(node),
        .accessed = short_time_of(node->accessed),
        .modified = short_time_of(node->modified),
        .changed = short_time_of(node->changed),
        .number = node->number,
    };

    return user_store(to, &stat, sizeof stat);
}

typedef int32_t store_function(const struct file_node *node, uint32_t to);

static int32_t status_of_path(uint32_t path, bool follow, uint32_t to, store_function *store)
{
    struct file_node *node;
    int32_t error = path_node(AT_FDCWD, path, follow, &node);

    return error != 0 ? error : store(node, to);
}

static int32_t status_of_descriptor(uint32_t descriptor, uint32_t to, store_function *store)
{
    struct open_file *file = descriptor_any_file(descriptor);

    return file == NULL ? -LINUX_EBADF : store(file->node, to);
}

static int32_t call_stat(const uint32_t argument[])
{
    return status_of_path(argument[0], true, argument[1], store_old);
}

static int32_t call_lstat(const uint32_t argument[])
{
    return status_of_path(argument[0], false, argument[1], store_old);
}

static int32_t call_fstat(const uint32_t argument[])
{
    return status_of_descriptor(argument[0], argument[1], store_old);
}

static int32_t call_stat64(const uint32_t argument[])
{
    return status_of_path(argument[0], true, argument[1], store_64);
}

static int32_t call_lstat64(const uint32_t argument[])
{
    return status_of_path(argument[0], false, argument[1], store_64);
}

static int32_t call_fstat64(const uint32_t argument[])
{
    return status_of_descriptor(argument[0], argument[1], store_64);
}

/* The node of a path, or with AT_EMPTY_PATH and an empty path that of the descriptor. */
static int32_t node_at(const uint32_t argument[], uint32_t flags, struct file_node **node)
{
    int32_t descriptor = (int32_t)argument[0];
    struct open_file *file;
    char first;

    if (flags & AT_EMPTY_PATH && user_load(&first, argument[1], 1) == 0 && first == '\0') {
        file = descriptor_any_file(argument[0]);
        if (descriptor != AT_FDCWD && file == NULL)
            return -LINUX_EBADF;
        *node = descriptor == AT_FDCWD ? process_files->current : file->node;
        return 0;
    }
    return path_node(descriptor, argument[1], !(flags & AT_SYMLINK_NOFOLLOW), node);
}

static int32_t call_fstatat64(const uint32_t argument[])
{
    struct file_node *node;
    int32_t error;

    if (argument[3] & ~(uint32_t)(AT_SYMLINK_NOFOLLOW | AT_EMPTY_PATH | AT_NO_AUTOMOUNT))
        return -LINUX_EINVAL;
    error = node_at(argument, argument[3], &node);
    return error != 0 ? error : store_64(node, argument[2]);
}

static int32_t store_statx(const struct file_node *node, uint32_t to)
{
    struct statx_record stat = {
        .mask = STATX_BASIC_STATS,
        .block_size = BLOCK_SIZE,
        .links = node_links(node),
        .owner = node->owner,
        .group = node->group,
        .mode = (uint16_t)node->mode,
        .number = node->number,
        .size = node->contents.size,
        .blocks = node_blocks(node),
        .accessed = statx_time_of(node->accessed),
        .changed = statx_time_of(node->changed),
        .modified = statx_time_of(node->modified),
        .device_id = {node_device(node) >> 8, node_device(node) & 0xff},
        .device = {0, FILE_SYSTEM_DEVICE},
    };

    return user_store(to, &stat, sizeof stat);
}

static int32_t call_statx(const uint32_t argument[])
{
    const uint32_t known =
        AT_SYMLINK_NOFOLLOW | AT_EMPTY_PATH | AT_NO_AUTOMOUNT | AT_STATX_SYNC_TYPE;
    uint32_t flags = argument[2];
    struct file_node *node;
    int32_t error;

    if (argument[3] & STATX_RESERVED || (flags & AT_STATX_SYNC_TYPE) == AT_STATX_SYNC_TYPE ||
        flags & ~known)
        return -LINUX_EINVAL;
    error = node_at(argument, flags, &node);
    return error != 0 ? error : store_statx(node, argument[4]);
}

/* The program is root: it may read and write everything, and execute what has an x. */
static int32_t node_access(const uint32_t argument[], uint32_t mode, uint32_t flags)
{
    struct file_node *node;
    int32_t error;

    if (mode & ~7u || flags & ~(uint32_t)(AT_EACCESS | AT_SYMLINK_NOFOLLOW | AT_EMPTY_PATH))
        return -LINUX_EINVAL;
    error = node_at(argument, flags, &node);
    if (error != 0)
        return error;
    return mode & 1 && !node_is_directory(node) && !(node->mode & 0111) ? -LINUX_EACCES : 0;
}

static int32_t call_access(const uint32_t argument[])
{
    const uint32_t at[] = {(uint32_t)AT_FDCWD, argument[0]};

    return node_access(at, argument[1], 0);
}

static int32_t call_faccessat(const uint32_t argument[])
{
    return node_access(argument, argument[2], 0);
}

static int32_t call_faccessat2(const uint32_t argument[])
{
    return node_access(argument, argument[2], argument[3]);
}

const struct system_call status_calls[] = {
    {33, 2, "access", call_access},          {106, 2, "stat", call_stat},
    {107, 2, "lstat", call_lstat},           {108, 2, "fstat", call_fstat},
    {195, 2, "stat64", call_stat64},         {196, 2, "lstat64", call_lstat64},
    {197, 2, "fstat64", call_fstat64},       {300, 4, "fstatat64", call_fstatat64},
    {307, 3, "faccessat", call_faccessat},   {383, 5, "statx", call_statx},
    {439, 4, "faccessat2", call_faccessat2}, {0, 0, NULL, NULL},
};
