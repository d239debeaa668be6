/*
 * SPDX-License-Identifier: MIT
 * Opens files: the checks are in the order of Linux's fs/namei.c.
 */
#include "kernel/process/files/file_opening.h"

#include <stddef.h>

#include "kernel/lib/string.h"
#include "kernel/process/character_device.h"
#include "kernel/process/files/file_path.h"
#include "kernel/process/files/files_state.h"
#include "kernel/process/files/open_file.h"
#include "kernel/process/linux_errno.h"
#include "kernel/process/process_files.h"

#define CREATION_FLAGS (O_CREAT | O_EXCL | O_NOCTTY | O_TRUNC | O_CLOEXEC)

/* Records a name that the program looked for. */
static void missing_name_add(const char *name)
{
    char *copy = process_files->missing[process_files->missing_names];
    uint32_t length = strnlen(name, NAME_SIZE - 1);

    if (process_files->missing_names == MISSING_NAMES)
        return;
    memcpy(copy, name, length);
    copy[length] = '\0';
    for (uint32_t i = 0; i < process_files->missing_names; i++)
        if (strcmp(process_files->missing[i], copy) == 0)
            return;
    process_files->missing_names++;
}

static int32_t open_missing(struct resolved_path *resolved, uint32_t flags, uint32_t mode)
{
    if (!(flags & O_CREAT)) {
        missing_name_add(process_files->path[0]);
        return -LINUX_ENOENT;
    }
    if (resolved->directory->removed)
        return -LINUX_ENOENT;
    mode = S_IFREG | (mode & 07777 & ~process_files->mask);
    resolved->node = node_create_in(resolved->directory, resolved->last, mode);
    return resolved->node != NULL ? 0 : -LINUX_ENOSPC;
}

#define OPENED_MOST                                                                                \
    64u /* files that a loader can provide (kernel/process/image/program_list.c)                   \
         */

static const void *opened[OPENED_MOST];

void process_files_note_opened(const void *bytes)
{
    unsigned i = 0;

    while (i < OPENED_MOST && opened[i] && opened[i] != bytes)
        i++;
    if (i < OPENED_MOST)
        opened[i] = bytes;
}

bool process_files_was_opened(const void *bytes)
{
    unsigned i = 0;

    while (i < OPENED_MOST && opened[i] && opened[i] != bytes)
        i++;
    return i < OPENED_MOST && opened[i] == bytes;
}

static int32_t open_existing(struct file_node *node, uint32_t flags)
{
    uint32_t type = node_type(node);

    if (flags & O_CREAT && flags & O_EXCL)
        return -LINUX_EEXIST;
    if (flags & O_CREAT && type == S_IFDIR)
        return -LINUX_EISDIR;
    if (flags & O_DIRECTORY && type != S_IFDIR)
        return -LINUX_ENOTDIR;
    if (flags & O_PATH)
        return 0;
    if (type == S_IFLNK)
        return -LINUX_ELOOP;
    if (type == S_IFDIR && (flags & O_ACCMODE) != O_RDONLY)
        return -LINUX_EISDIR;
    if (type == S_IFREG && node->contents.size > NON_LARGE_FILE_MAX && !(flags & O_LARGEFILE))
        return -LINUX_EOVERFLOW;
    if (node->contents.module != NULL)
        process_files_note_opened(node->contents.module);
    if (type == S_IFREG && flags & O_TRUNC) {
        contents_resize(&node->contents, 0);
        node_modified(node);
    }
    return 0;
}

static int32_t open_node(struct file_node *node, uint32_t descriptor, uint32_t flags)
{
    struct open_file *file = open_file_create(node, flags & ~CREATION_FLAGS);
    int32_t error = 0;

    if (file == NULL)
        return -LINUX_ENFILE;
    descriptor_set(descriptor, file, flags & O_CLOEXEC);
    if (node->device != NULL && node->device->open != NULL && !(flags & O_PATH))
        error = node->device->open(file);
    if (error == 0)
        return (int32_t)descriptor;
    descriptor_close(descriptor);
    return error;
}

/* Were all names but the last found? A slash after a file's name is an error of the last step. */
static bool is_past_lookup(int32_t error, const struct resolved_path *resolved)
{
    return error == 0 || (error == -LINUX_ENOTDIR && resolved->ends_with_slash &&
                          resolved->node != resolved->directory);
}

int32_t file_open(int32_t directory, uint32_t flags, uint32_t mode)
{
    struct resolved_path resolved = {.ends_with_slash = false};
    struct file_node *start;
    enum last_link last_link = flags & O_NOFOLLOW || (flags & O_CREAT && flags & O_EXCL)
                                   ? LINK_BEFORE_SLASH
                                   : LINK_FOLLOWED;
    int32_t descriptor = descriptor_find(0);
    int32_t error = descriptor < 0 ? descriptor : 0;

    if (flags & O_PATH)
        flags &= O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;
    if (error == 0)
        error = path_start(directory, process_files->path[0], &start);
    if (error == 0)
        error = path_resolve(0, start, last_link, &resolved);
    if (flags & O_CREAT && is_past_lookup(error, &resolved) && resolved.ends_with_slash)
        error = -LINUX_EISDIR;
    if (error == 0)
        error = resolved.node != NULL ? open_existing(resolved.node, flags)
                                      : open_missing(&resolved, flags, mode);
    else if (error == -LINUX_ENOENT && !(flags & O_CREAT))
        missing_name_add(process_files->path[0]);
    return error != 0 ? error : open_node(resolved.node, (uint32_t)descriptor, flags);
}
