/*
 * SPDX-License-Identifier: MIT
 * System calls on the bytes of files.
 */
#include <stddef.h>

#include "kernel/process/calls/transfer.h"
#include "kernel/process/calls/user_values.h"
#include "kernel/process/files/file_opening.h"
#include "kernel/process/files/file_path.h"
#include "kernel/process/files/files_state.h"
#include "kernel/process/files/open_file.h"
#include "kernel/process/system_call.h"

static int32_t open_at(int32_t directory, uint32_t path, uint32_t flags, uint32_t mode)
{
    int32_t error = path_copy(0, path);

    if ((flags & (O_CREAT | O_DIRECTORY)) == (O_CREAT | O_DIRECTORY) && !(flags & O_PATH))
        return -LINUX_EINVAL;
    return error < 0 ? error : file_open(directory, flags, mode);
}

static int32_t call_open(const uint32_t argument[])
{
    return open_at(AT_FDCWD, argument[0], argument[1], argument[2]);
}

/* Linux on x86-64 adds O_LARGEFILE to this call of a 32-bit program alone. */
static int32_t call_creat(const uint32_t argument[])
{
    return open_at(AT_FDCWD, argument[0], O_CREAT | O_WRONLY | O_TRUNC | O_LARGEFILE, argument[1]);
}

static int32_t call_openat(const uint32_t argument[])
{
    return open_at((int32_t)argument[0], argument[1], argument[2], argument[3]);
}

static int32_t call_close(const uint32_t argument[])
{
    return descriptor_close(argument[0]);
}

static int32_t call_read(const uint32_t argument[])
{
    struct open_file *file = descriptor_file(argument[0]);

    if (file == NULL || !open_file_is_readable(file))
        return -LINUX_EBADF;
    return open_file_read(file, argument[1], argument[2], &file->offset);
}

static int32_t call_write(const uint32_t argument[])
{
    struct open_file *file = descriptor_file(argument[0]);

    if (file == NULL || !open_file_is_writable(file))
        return -LINUX_EBADF;
    return open_file_write(file, argument[1], argument[2], &file->offset);
}

static int32_t call_readv(const uint32_t argument[])
{
    struct open_file *file = descriptor_file(argument[0]);

    if (file == NULL || !open_file_is_readable(file))
        return -LINUX_EBADF;
    return transfer_vector(file, argument[1], argument[2], &file->offset, open_file_read);
}

static int32_t call_writev(const uint32_t argument[])
{
    struct open_file *file = descriptor_file(argument[0]);

    if (file == NULL || !open_file_is_writable(file))
        return -LINUX_EBADF;
    return transfer_vector(file, argument[1], argument[2], &file->offset, open_file_write);
}

/* Finds the file of a call that passes a position. */
static int32_t positioned_file(uint32_t descriptor, int64_t position, struct open_file **file)
{
    if (position < 0)
        return -LINUX_EINVAL;
    *file = descriptor_file(descriptor);
    if (*file == NULL)
        return -LINUX_EBADF;
    const uint32_t type = node_type((*file)->node);
    return type == S_IFIFO || type == 0 ? -LINUX_ESPIPE : 0; /* 0: an eventfd */
}

static int32_t call_pread64(const uint32_t argument[])
{
    int64_t position = (int64_t)long_argument(argument[3], argument[4]);
    struct open_file *file;
    int32_t error = positioned_file(argument[0], position, &file);

    if (error == 0 && !open_file_is_readable(file))
        error = -LINUX_EBADF;
    return error != 0 ? error : open_file_read(file, argument[1], argument[2], &position);
}

static int32_t call_pwrite64(const uint32_t argument[])
{
    int64_t position = (int64_t)long_argument(argument[3], argument[4]);
    struct open_file *file;
    int32_t error = positioned_file(argument[0], position, &file);

    if (error == 0 && !open_file_is_writable(file))
        error = -LINUX_EBADF;
    return error != 0 ? error : open_file_write(file, argument[1], argument[2], &position);
}

static int32_t call_preadv(const uint32_t argument[])
{
    int64_t position = (int64_t)long_argument(argument[3], argument[4]);
    struct open_file *file;
    int32_t error = positioned_file(argument[0], position, &file);

    if (error == 0 && !open_file_is_readable(file))
        error = -LINUX_EBADF;
    return error != 0 ? error
                      : transfer_vector(file, argument[1], argument[2], &position, open_file_read);
}

static int32_t call_pwritev(const uint32_t argument[])
{
    int64_t position = (int64_t)long_argument(argument[3], argument[4]);
    struct open_file *file;
    int32_t error = positioned_file(argument[0], position, &file);

    if (error == 0 && !open_file_is_writable(file))
        error = -LINUX_EBADF;
    return error != 0 ? error
                      : transfer_vector(file, argument[1], argument[2], &position, open_file_write);
}

/* An offset above 4 GB loses its upper half, as on x86-64. */
static int32_t call_lseek(const uint32_t argument[])
{
    struct open_file *file = descriptor_file(argument[0]);

    if (file == NULL)
        return -LINUX_EBADF;
    if (argument[2] > SEEK_HOLE)
        return -LINUX_EINVAL;
    return (int32_t)open_file_seek(file, (int32_t)argument[1], argument[2]);
}

static int32_t call_llseek(const uint32_t argument[])
{
    struct open_file *file = descriptor_file(argument[0]);
    int64_t position;

    if (file == NULL)
        return -LINUX_EBADF;
    if (argument[4] > SEEK_HOLE)
        return -LINUX_EINVAL;
    position = open_file_seek(file, (int64_t)long_argument(argument[2], argument[1]), argument[4]);
    return position < 0 ? (int32_t)position : user_store(argument[3], &position, sizeof position);
}

static int32_t node_truncate(struct file_node *node, uint64_t size)
{
    if (node_is_directory(node))
        return -LINUX_EISDIR;
    if (node_type(node) != S_IFREG)
        return -LINUX_EINVAL;
    if (size > FILE_SIZE_LIMIT)
        return -LINUX_EFBIG;
    contents_resize(&node->contents, (uint32_t)size);
    node_modified(node);
    return 0;
}

static int32_t truncate_path(uint32_t path, int64_t size)
{
    struct file_node *node;
    int32_t error;

    if (size < 0)
        return -LINUX_EINVAL;
    error = path_node(AT_FDCWD, path, true, &node);
    return error != 0 ? error : node_truncate(node, (uint64_t)size);
}

static int32_t truncate_descriptor(uint32_t descriptor, int64_t size)
{
    struct open_file *file;

    if (size < 0)
        return -LINUX_EINVAL;
    file = descriptor_file(descriptor);
    if (file == NULL)
        return -LINUX_EBADF;
    if (node_type(file->node) != S_IFREG || !open_file_is_writable(file))
        return -LINUX_EINVAL;
    if (!(file->flags & O_LARGEFILE) && size > NON_LARGE_FILE_MAX)
        return -LINUX_EINVAL;
    return node_truncate(file->node, (uint64_t)size);
}

static int32_t call_truncate(const uint32_t argument[])
{
    return truncate_path(argument[0], (int32_t)argument[1]);
}

static int32_t call_truncate64(const uint32_t argument[])
{
    return truncate_path(argument[0], (int64_t)long_argument(argument[1], argument[2]));
}

static int32_t call_ftruncate(const uint32_t argument[])
{
    return truncate_descriptor(argument[0], (int32_t)argument[1]);
}

static int32_t call_ftruncate64(const uint32_t argument[])
{
    return truncate_descriptor(argument[0], (int64_t)long_argument(argument[1], argument[2]));
}

/* Memory needs no synchronisation. Linux refuses it for pipes and devices. */
static int32_t call_fsync(const uint32_t argument[])
{
    struct open_file *file = descriptor_file(argument[0]);
    uint32_t type;

    if (file == NULL)
        return -LINUX_EBADF;
    type = node_type(file->node);
    return type == S_IFREG || type == S_IFDIR ? 0 : -LINUX_EINVAL;
}

static int32_t call_sync(const uint32_t argument[])
{
    (void)argument;
    return 0;
}

static int32_t call_sendfile(const uint32_t argument[])
{
    int32_t start, done, error;
    int64_t position;

    if (argument[2] == 0)
        return send_file(argument[0], argument[1], NULL, argument[3]);
    if (user_load(&start, argument[2], sizeof start) != 0)
        return -LINUX_EFAULT;
    position = start;
    done = send_file(argument[0], argument[1], &position, argument[3]);
    start = (int32_t)position;
    error = user_store(argument[2], &start, sizeof start);
    return error != 0 ? error : done;
}

static int32_t call_sendfile64(const uint32_t argument[])
{
    int64_t position;
    int32_t done, error;

    if (argument[2] == 0)
        return send_file(argument[0], argument[1], NULL, argument[3]);
    if (user_load(&position, argument[2], sizeof position) != 0)
        return -LINUX_EFAULT;
    done = send_file(argument[0], argument[1], &position, argument[3]);
    error = user_store(argument[2], &position, sizeof position);
    return error != 0 ? error : done;
}

const struct system_call file_calls[] = {
    {3, 3, "read", call_read},
    {4, 3, "write", call_write},
    {5, 3, "open", call_open},
    {6, 1, "close", call_close},
    {8, 2, "creat", call_creat},
    {19, 3, "lseek", call_lseek},
    {36, 0, "sync", call_sync},
    {92, 2, "truncate", call_truncate},
    {93, 2, "ftruncate", call_ftruncate},
    {118, 1, "fsync", call_fsync},
    {140, 5, "_llseek", call_llseek},
    {145, 3, "readv", call_readv},
    {146, 3, "writev", call_writev},
    {148, 1, "fdatasync", call_fsync},
    {180, 5, "pread64", call_pread64},
    {181, 5, "pwrite64", call_pwrite64},
    {187, 4, "sendfile", call_sendfile},
    {193, 3, "truncate64", call_truncate64},
    {194, 3, "ftruncate64", call_ftruncate64},
    {239, 4, "sendfile64", call_sendfile64},
    {333, 5, "preadv", call_preadv},
    {334, 5, "pwritev", call_pwritev},
    {295, 4, "openat", call_openat},
    {0, 0, NULL, NULL},
};
