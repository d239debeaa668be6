/*
 * SPDX-License-Identifier: MIT
 * Writes directory entries: struct linux_dirent and struct linux_dirent64 of Linux's fs/readdir.c.
 */
#include "kernel/process/calls/directory_entries.h"

#include <stddef.h>

#include "kernel/lib/string.h"
#include "kernel/process/calls/user_values.h"
#include "kernel/process/files/files_state.h"
#include "kernel/process/files/open_file.h"

#define ENTRY_BYTES 288u /* the longest: 19 + NAME_SIZE, rounded */

struct entry {
    const char *name;
    const struct file_node *node;
    uint32_t next_position; /* for lseek(), and where the next call goes on */
};

/* The entry at the position, or the first one after it. False: no more. */
static bool entry_find(const struct file_node *directory, int64_t position, struct entry *entry)
{
    const struct file_node *child = directory->children;

    if (position < FIRST_ORDER) {
        bool is_self = position == 0;

        entry->name = is_self ? "." : "..";
        entry->node = is_self || directory->parent == NULL ? directory : directory->parent;
        entry->next_position = (uint32_t)position + 1;
        return true;
    }
    while (child != NULL && child->order < position)
        child = child->next;
    if (child == NULL)
        return false;
    *entry = (struct entry){child->name, child, child->order + 1};
    return true;
}

static uint8_t entry_type(const struct file_node *node)
{
    return (uint8_t)(node_type(node) >> 12); /* DT_DIR and so on */
}

static uint16_t entry_write_64(const struct entry *entry, uint8_t to[ENTRY_BYTES])
{
    uint32_t name = strlen(entry->name) + 1;
    uint16_t bytes = (uint16_t)((19 + name + 7) & ~7u);
    uint64_t number = entry->node->number, position = entry->next_position;

    memcpy(to, &number, 8);
    memcpy(to + 8, &position, 8);
    memcpy(to + 16, &bytes, 2);
    to[18] = entry_type(entry->node);
    memcpy(to + 19, entry->name, name);
    return bytes;
}

/* The type is the last byte. */
static uint16_t entry_write_32(const struct entry *entry, uint8_t to[ENTRY_BYTES])
{
    uint32_t name = strlen(entry->name) + 1;
    uint16_t bytes = (uint16_t)((10 + name + 1 + 3) & ~3u);

    memcpy(to, &entry->node->number, 4);
    memcpy(to + 4, &entry->next_position, 4);
    memcpy(to + 8, &bytes, 2);
    memcpy(to + 10, entry->name, name);
    to[bytes - 1] = entry_type(entry->node);
    return bytes;
}

typedef uint16_t entry_writer(const struct entry *entry, uint8_t to[ENTRY_BYTES]);

static int32_t read_entries(const uint32_t argument[], entry_writer *write)
{
    struct open_file *file = descriptor_file(argument[0]);
    uint8_t bytes[ENTRY_BYTES];
    struct entry entry;
    uint32_t done = 0;
    int32_t error = 0;

    if (file == NULL)
        return -LINUX_EBADF;
    if (!node_is_directory(file->node))
        return -LINUX_ENOTDIR;
    if (file->node->removed)
        return -LINUX_ENOENT;
    while (error == 0 && entry_find(file->node, file->offset, &entry)) {
        uint16_t length;

        memset(bytes, 0, sizeof bytes);
        length = write(&entry, bytes);
        if (length > argument[2] - done)
            error = -LINUX_EINVAL;
        else if (user_store(argument[1] + done, bytes, length) != 0)
            error = -LINUX_EFAULT;
        else {
            done += length;
            file->offset = entry.next_position;
        }
    }
    return done > 0 ? (int32_t)done : error;
}

int32_t call_getdents(const uint32_t argument[])
{
    return read_entries(argument, entry_write_32);
}

int32_t call_getdents64(const uint32_t argument[])
{
    return read_entries(argument, entry_write_64);
}
