/*
 * SPDX-License-Identifier: MIT
 * Creates, removes and renames nodes: the checks are in the order of Linux's fs/namei.c.
 */
#include <stdbool.h>
#include <stddef.h>

#include "kernel/lib/string.h"
#include "kernel/process/files/file_opening.h"
#include "kernel/process/files/file_path.h"
#include "kernel/process/files/files_state.h"
#include "kernel/process/linux_errno.h"

static int32_t resolve_at(uint32_t which, int32_t directory, struct resolved_path *resolved)
{
    struct file_node *start;
    int32_t error = path_start(directory, process_files->path[which], &start);

    return error != 0 ? error : path_resolve(which, start, LINK_ITSELF, resolved);
}

/* Resolves the path of a new name. */
static int32_t resolve_new(uint32_t which, int32_t directory, bool is_directory,
                           struct resolved_path *resolved)
{
    int32_t error;

    resolved->ends_with_slash = false;
    error = resolve_at(which, directory, resolved);
    if (error == -LINUX_ENOTDIR && resolved->ends_with_slash &&
        resolved->node != resolved->directory)
        return -LINUX_EEXIST;
    if (error != 0)
        return error;
    if (resolved->node != NULL)
        return -LINUX_EEXIST;
    return resolved->directory->removed || (resolved->ends_with_slash && !is_directory)
               ? -LINUX_ENOENT
               : 0;
}

int32_t node_create_at(uint32_t which, int32_t directory, uint32_t mode, struct file_node **node)
{
    struct resolved_path resolved;
    int32_t error = resolve_new(which, directory, (mode & S_IFMT) == S_IFDIR, &resolved);

    if (error != 0)
        return error;
    *node = node_create_in(resolved.directory, resolved.last, mode);
    return *node != NULL ? 0 : -LINUX_ENOSPC;
}

int32_t node_name_at(uint32_t which, int32_t directory, struct file_node *node)
{
    struct resolved_path resolved;
    int32_t error = resolve_new(which, directory, false, &resolved);

    if (error != 0)
        return error;
    if (node->device != NULL)
        return -LINUX_EXDEV; /* /dev is another file system on Linux */
    if (node_is_directory(node))
        return -LINUX_EPERM;
    return node_add_name(node, resolved.directory, resolved.last);
}

static int32_t remove_directory(const struct resolved_path *resolved)
{
    if (strcmp(resolved->last, "") == 0)
        return -LINUX_EBUSY;
    if (strcmp(resolved->last, ".") == 0)
        return -LINUX_EINVAL;
    if (strcmp(resolved->last, "..") == 0)
        return -LINUX_ENOTEMPTY;
    if (resolved->node == NULL)
        return -LINUX_ENOENT;
    if (!node_is_directory(resolved->node))
        return -LINUX_ENOTDIR;
    if (resolved->node->children != NULL)
        return -LINUX_ENOTEMPTY;
    node_remove(resolved->node);
    return 0;
}

static bool is_no_name(const char *last)
{
    return strcmp(last, "") == 0 || strcmp(last, ".") == 0 || strcmp(last, "..") == 0;
}

int32_t file_remove(int32_t directory, int directory_wanted)
{
    struct resolved_path resolved;
    int32_t error = resolve_at(0, directory, &resolved);

    if (error != 0)
        return error;
    if (directory_wanted)
        return remove_directory(&resolved);
    if (is_no_name(resolved.last))
        return -LINUX_EISDIR;
    if (resolved.node == NULL)
        return -LINUX_ENOENT;
    if (node_is_directory(resolved.node))
        return -LINUX_EISDIR;
    node_remove(resolved.entry);
    return 0;
}

static bool is_below(const struct file_node *node, const struct file_node *ancestor)
{
    while (node != NULL && node != ancestor)
        node = node->parent;
    return node == ancestor;
}

/* May `old` replace `new`? */
static int32_t may_replace(const struct file_node *old, const struct file_node *new)
{
    if (node_is_directory(old) && !node_is_directory(new))
        return -LINUX_ENOTDIR;
    if (!node_is_directory(old) && node_is_directory(new))
        return -LINUX_EISDIR;
    return new->children != NULL ? -LINUX_ENOTEMPTY : 0;
}

static int32_t rename_check(const struct resolved_path *old, const struct resolved_path *new,
                            uint32_t flags)
{
    if (is_no_name(old->last))
        return -LINUX_EBUSY;
    if (is_no_name(new->last))
        return flags & RENAME_NOREPLACE ? -LINUX_EEXIST : -LINUX_EBUSY;
    if (old->node == NULL)
        return -LINUX_ENOENT;
    if (new->node != NULL && flags &RENAME_NOREPLACE)
        return -LINUX_EEXIST;
    if (!node_is_directory(old->node) && (old->ends_with_slash || new->ends_with_slash))
        return -LINUX_ENOTDIR;
    if (is_below(new->directory, old->node))
        return -LINUX_EINVAL;
    if (new->node != NULL &&new->node != old->node && is_below(old->directory, new->node))
        return -LINUX_ENOTEMPTY;
    if (new->directory->removed)
        return -LINUX_ENOENT;
    return new->node == NULL || new->node == old->node ? 0 : may_replace(old->node, new->node);
}

int32_t file_rename(int32_t old_directory, int32_t new_directory, uint32_t flags)
{
    struct resolved_path old, new;
    int32_t error = resolve_at(0, old_directory, &old);

    if (error == 0)
        error = resolve_at(1, new_directory, &new);
    if (error == 0)
        error = rename_check(&old, &new, flags);
    if (error != 0 || old.node == new.node)
        return error;
    error = node_move(old.entry, new.directory, new.last);
    if (error == 0 && new.node != NULL)
        node_remove(new.entry);
    return error;
}
