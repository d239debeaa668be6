/*
 * SPDX-License-Identifier: MIT
 * System calls on directories and names.
 */
#include <stddef.h>

#include "kernel/lib/string.h"
#include "kernel/process/calls/directory_entries.h"
#include "kernel/process/calls/user_values.h"
#include "kernel/process/files/file_opening.h"
#include "kernel/process/files/file_path.h"
#include "kernel/process/files/files_state.h"
#include "kernel/process/files/open_file.h"
#include "kernel/process/system_call.h"

#define CURRENT_DIRECTORY ((uint32_t)AT_FDCWD)

static int32_t change_directory(struct file_node *node)
{
    if (!node_is_directory(node))
        return -LINUX_ENOTDIR;
    node_use(node);
    node_release(process_files->current);
    process_files->current = node;
    return 0;
}

static int32_t call_chdir(const uint32_t argument[])
{
    struct file_node *node;
    int32_t error = path_node(AT_FDCWD, argument[0], true, &node);

    return error != 0 ? error : change_directory(node);
}

static int32_t call_fchdir(const uint32_t argument[])
{
    struct open_file *file = descriptor_any_file(argument[0]);

    return file == NULL ? -LINUX_EBADF : change_directory(file->node);
}

static int32_t call_getcwd(const uint32_t argument[])
{
    char *path;
    uint32_t bytes;

    if (process_files->current->removed)
        return -LINUX_ENOENT;
    path = path_of_node(process_files->current, process_files->path[0], PATH_SIZE);
    if (path == NULL)
        return -LINUX_ENAMETOOLONG;
    bytes = strlen(path) + 1;
    if (bytes > argument[1])
        return -LINUX_ERANGE;
    return user_store(argument[0], path, bytes) != 0 ? -LINUX_EFAULT : (int32_t)bytes;
}

static int32_t make_directory(uint32_t directory, uint32_t path, uint32_t mode)
{
    struct file_node *node;
    int32_t error = path_copy(0, path);

    mode = S_IFDIR | (mode & 01777 & ~process_files->mask);
    return error < 0 ? error : node_create_at(0, (int32_t)directory, mode, &node);
}

static int32_t call_mkdir(const uint32_t argument[])
{
    return make_directory(CURRENT_DIRECTORY, argument[0], argument[1]);
}

static int32_t call_mkdirat(const uint32_t argument[])
{
    return make_directory(argument[0], argument[1], argument[2]);
}

static int32_t remove_at(uint32_t directory, uint32_t path, bool directory_wanted)
{
    int32_t error = path_copy(0, path);

    return error < 0 ? error : file_remove((int32_t)directory, directory_wanted);
}

static int32_t call_rmdir(const uint32_t argument[])
{
    return remove_at(CURRENT_DIRECTORY, argument[0], true);
}

static int32_t call_unlink(const uint32_t argument[])
{
    return remove_at(CURRENT_DIRECTORY, argument[0], false);
}

static int32_t call_unlinkat(const uint32_t argument[])
{
    if (argument[2] & ~(uint32_t)AT_REMOVEDIR)
        return -LINUX_EINVAL;
    return remove_at(argument[0], argument[1], argument[2] & AT_REMOVEDIR);
}

static int32_t rename_at(uint32_t old_directory, uint32_t old, uint32_t new_directory, uint32_t new,
                         uint32_t flags)
{
    int32_t error;

    if (flags & ~RENAME_NOREPLACE)
        return -LINUX_EINVAL;
    error = path_copy(0, old);
    if (error >= 0)
        error = path_copy(1, new);
    return error < 0 ? error : file_rename((int32_t)old_directory, (int32_t)new_directory, flags);
}

static int32_t call_rename(const uint32_t argument[])
{
    return rename_at(CURRENT_DIRECTORY, argument[0], CURRENT_DIRECTORY, argument[1], 0);
}

static int32_t call_renameat(const uint32_t argument[])
{
    return rename_at(argument[0], argument[1], argument[2], argument[3], 0);
}

static int32_t call_renameat2(const uint32_t argument[])
{
    return rename_at(argument[0], argument[1], argument[2], argument[3], argument[4]);
}

static int32_t name_file(uint32_t directory, uint32_t path, uint32_t new_directory, uint32_t new,
                         uint32_t flags)
{
    struct file_node *node;
    int32_t error;

    if (flags & ~(uint32_t)(AT_SYMLINK_FOLLOW | AT_EMPTY_PATH))
        return -LINUX_EINVAL;
    error = path_node((int32_t)directory, path, flags & AT_SYMLINK_FOLLOW, &node);
    if (error == 0)
        error = path_copy(0, new);
    return error < 0 ? error : node_name_at(0, (int32_t)new_directory, node);
}

static int32_t call_link(const uint32_t argument[])
{
    return name_file(CURRENT_DIRECTORY, argument[0], CURRENT_DIRECTORY, argument[1], 0);
}

static int32_t call_linkat(const uint32_t argument[])
{
    return name_file(argument[0], argument[1], argument[2], argument[3], argument[4]);
}

static int32_t make_link(uint32_t target, uint32_t directory, uint32_t path)
{
    struct file_node *node;
    int32_t length = path_copy(1, target), error;

    if (length < 0)
        return length;
    error = path_copy(0, path);
    if (error >= 0)
        error = node_create_at(0, (int32_t)directory, S_IFLNK | 0777, &node);
    if (error < 0)
        return error;
    if (contents_write_bytes(&node->contents, 0, process_files->path[1], (uint32_t)length) ==
        length)
        return 0;
    node_remove(node);
    return -LINUX_ENOSPC;
}

static int32_t call_symlink(const uint32_t argument[])
{
    return make_link(argument[0], CURRENT_DIRECTORY, argument[1]);
}

static int32_t call_symlinkat(const uint32_t argument[])
{
    return make_link(argument[0], argument[1], argument[2]);
}

static int32_t read_link(uint32_t directory, uint32_t path, uint32_t to, uint32_t bytes)
{
    struct file_node *node;
    int32_t error;

    if ((int32_t)bytes <= 0)
        return -LINUX_EINVAL;
    error = path_node((int32_t)directory, path, false, &node);
    if (error != 0)
        return error;
    if (node_type(node) != S_IFLNK)
        return -LINUX_EINVAL;
    bytes = bytes < node->contents.size ? bytes : node->contents.size;
    if (user_accessible(to, bytes, true) < bytes)
        return -LINUX_EFAULT;
    return contents_read(&node->contents, 0, to, bytes);
}

static int32_t call_readlink(const uint32_t argument[])
{
    return read_link(CURRENT_DIRECTORY, argument[0], argument[1], argument[2]);
}

static int32_t call_readlinkat(const uint32_t argument[])
{
    return read_link(argument[0], argument[1], argument[2], argument[3]);
}

static int32_t call_umask(const uint32_t argument[])
{
    uint32_t mask = process_files->mask;

    process_files->mask = argument[0] & 0777;
    return (int32_t)mask;
}

const struct system_call directory_calls[] = {
    {9, 2, "link", call_link},
    {10, 1, "unlink", call_unlink},
    {12, 1, "chdir", call_chdir},
    {38, 2, "rename", call_rename},
    {39, 2, "mkdir", call_mkdir},
    {40, 1, "rmdir", call_rmdir},
    {60, 1, "umask", call_umask},
    {83, 2, "symlink", call_symlink},
    {85, 3, "readlink", call_readlink},
    {133, 1, "fchdir", call_fchdir},
    {141, 3, "getdents", call_getdents},
    {183, 2, "getcwd", call_getcwd},
    {220, 3, "getdents64", call_getdents64},
    {296, 3, "mkdirat", call_mkdirat},
    {301, 3, "unlinkat", call_unlinkat},
    {302, 4, "renameat", call_renameat},
    {303, 5, "linkat", call_linkat},
    {304, 3, "symlinkat", call_symlinkat},
    {305, 4, "readlinkat", call_readlinkat},
    {353, 5, "renameat2", call_renameat2},
    {0, 0, NULL, NULL},
};
