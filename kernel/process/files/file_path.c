/*
 * SPDX-License-Identifier: MIT
 * Walks a path, name by name.
 */
#include "kernel/process/files/file_path.h"

#include <stddef.h>

#include "kernel/lib/string.h"
#include "kernel/process/files/files_state.h"
#include "kernel/process/files/open_file.h"
#include "kernel/process/linux_errno.h"
#include "kernel/process/memory/user_memory.h"

#define LINKS_MAX 40u /* Linux's MAXSYMLINKS */

int32_t path_copy(uint32_t which, uint32_t from)
{
    int32_t length = user_read_text(process_files->path[which], from, PATH_SIZE);

    return length == 0 ? -LINUX_ENOENT : length;
}

int32_t path_start(int32_t descriptor, const char *path, struct file_node **start)
{
    struct open_file *file;

    *start = process_files->current;
    if (path[0] == '/' || descriptor == AT_FDCWD)
        return 0;
    file = descriptor_any_file((uint32_t)descriptor);
    if (file == NULL)
        return -LINUX_EBADF;
    if (path[0] != '\0' && !node_is_directory(file->node))
        return -LINUX_ENOTDIR;
    *start = file->node;
    return 0;
}

/* Moves the first name of *rest to `name`. Returns its length, or -LINUX_ENAMETOOLONG. */
static int32_t name_take(char *name, char **rest)
{
    uint32_t length = 0;

    while ((*rest)[length] != '\0' && (*rest)[length] != '/')
        length++;
    if (length >= NAME_SIZE)
        return -LINUX_ENAMETOOLONG;
    memcpy(name, *rest, length);
    name[length] = '\0';
    *rest += length;
    return (int32_t)length;
}

static bool skip_slashes(char **rest)
{
    bool any = **rest == '/';

    while (**rest == '/')
        ++*rest;
    return any;
}

static struct file_node *node_of_name(struct file_node *directory, const char *name)
{
    if (strcmp(name, ".") == 0)
        return directory;
    if (strcmp(name, "..") == 0)
        return directory->parent != NULL ? directory->parent : directory;
    return node_child(directory, name);
}

/* Puts a link's target before what is left of the path. */
static int32_t path_insert_link(const struct file_node *link, char **rest)
{
    uint32_t target = link->contents.size, left = strlen(*rest) + 1, run;
    char *buffer = process_files->rest;

    if (target + left > PATH_SIZE)
        return -LINUX_ENAMETOOLONG;
    memmove(buffer + target, *rest, left);
    for (uint32_t at = 0; at < target; at += run) {
        const uint8_t *bytes = contents_at(&link->contents, at, &run);

        memcpy(buffer + at, bytes, run);
    }
    *rest = buffer;
    return 0;
}

/* One name: updates *at, the directory so far, or completes `resolved`. Returns 1 to go on. */
static int32_t path_step(struct resolved_path *resolved, char *name, char **rest,
                         enum last_link last_link, uint32_t *links)
{
    struct file_node *directory = resolved->directory, *node, *entry;
    bool slash;
    int32_t error;

    if (!node_is_directory(directory))
        return -LINUX_ENOTDIR;
    error = name_take(name, rest);
    if (error < 0)
        return error;
    slash = skip_slashes(rest);
    entry = node_of_name(directory, name);
    node = node_of_entry(entry);
    if (node != NULL && node_type(node) == S_IFLNK &&
        (**rest != '\0' || last_link == LINK_FOLLOWED || (slash && last_link != LINK_ITSELF))) {
        if (++*links > LINKS_MAX)
            return -LINUX_ELOOP;
        if (slash)
            *--*rest = '/';
        error = path_insert_link(node, rest);
        if (error < 0)
            return error;
        if (skip_slashes(rest))
            resolved->directory = process_files->root;
        resolved->node = resolved->entry = resolved->directory;
        return 1;
    }
    resolved->node = node;
    resolved->entry = entry;
    resolved->ends_with_slash = slash;
    if (**rest == '\0')
        return 0;
    if (node == NULL)
        return -LINUX_ENOENT;
    resolved->directory = node;
    return 1;
}

int32_t path_resolve(uint32_t which, struct file_node *start, enum last_link last_link,
                     struct resolved_path *resolved)
{
    char *name = process_files->last[which], *rest = process_files->rest;
    uint32_t links = 0;
    int32_t more = 1;

    memcpy(rest, process_files->path[which], strlen(process_files->path[which]) + 1);
    *name = '\0';
    *resolved = (struct resolved_path){.directory = start, .last = name};
    if (skip_slashes(&rest))
        resolved->directory = process_files->root;
    resolved->node = resolved->entry = resolved->directory;
    while (more > 0 && *rest != '\0')
        more = path_step(resolved, name, &rest, last_link, &links);
    if (more < 0)
        return more;
    if (resolved->ends_with_slash && resolved->node != NULL && !node_is_directory(resolved->node))
        return -LINUX_ENOTDIR;
    return 0;
}

int32_t path_node(int32_t descriptor, uint32_t from, bool follow, struct file_node **node)
{
    struct resolved_path resolved;
    struct file_node *start;
    int32_t error = path_copy(0, from);

    if (error >= 0)
        error = path_start(descriptor, process_files->path[0], &start);
    if (error >= 0)
        error = path_resolve(0, start, follow ? LINK_FOLLOWED : LINK_BEFORE_SLASH, &resolved);
    if (error < 0)
        return error;
    *node = resolved.node;
    return resolved.node != NULL ? 0 : -LINUX_ENOENT;
}

char *path_of_node(const struct file_node *node, char *buffer, uint32_t size)
{
    char *start = buffer + size - 1;

    *start = '\0';
    if (node->parent == NULL)
        *--start = '/';
    for (; node->parent != NULL; node = node->parent) {
        uint32_t length = strlen(node->name);

        if (length + 1 > (uint32_t)(start - buffer))
            return NULL;
        start -= length;
        memcpy(start, node->name, length);
        *--start = '/';
    }
    return start;
}
