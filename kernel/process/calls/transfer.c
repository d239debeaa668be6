/*
 * SPDX-License-Identifier: MIT
 * Vectors, and copies between files.
 */
#include "kernel/process/calls/transfer.h"

#include <stddef.h>

#include "kernel/process/calls/user_values.h"
#include "kernel/process/files/files_state.h"

#define PIECES_MAX 1024u /* Linux's UIO_MAXIOV */

struct piece {
    uint32_t address, bytes; /* struct iovec */
};

/* Checks all pieces, as Linux does before it transfers the first. */
static int32_t vector_check(uint32_t vector, uint32_t count)
{
    struct piece piece;

    if (count > PIECES_MAX)
        return -LINUX_EINVAL;
    for (uint32_t i = 0; i < count; i++) {
        if (user_load(&piece, vector + i * sizeof piece, sizeof piece) != 0)
            return -LINUX_EFAULT;
        if ((int32_t)piece.bytes < 0)
            return -LINUX_EINVAL;
    }
    return 0;
}

/* A pipe takes whole pages, so a page with a piece that cannot be read takes nothing. */
static int32_t vector_check_pipe(const struct open_file *file, uint32_t vector, uint32_t count)
{
    uint32_t good = 0;
    struct piece piece;

    for (uint32_t i = 0; i < count && node_type(file->node) == S_IFIFO; i++) {
        user_load(&piece, vector + i * sizeof piece, sizeof piece);
        good += user_accessible(piece.address, piece.bytes, false);
        if (user_accessible(piece.address, piece.bytes, false) < piece.bytes)
            return good < BLOCK_BYTES ? -LINUX_EFAULT : 0;
    }
    return 0;
}

int32_t transfer_vector(struct open_file *file, uint32_t vector, uint32_t count, int64_t *position,
                        transfer_function *transfer)
{
    int32_t done = 0, error = vector_check(vector, count);
    struct piece piece;

    if (error == 0)
        error = vector_check_pipe(file, vector, count);
    for (uint32_t i = 0; i < count && error == 0; i++) {
        int32_t moved;

        user_load(&piece, vector + i * sizeof piece, sizeof piece);
        moved = piece.bytes == 0 ? 0 : transfer(file, piece.address, piece.bytes, position);
        if (moved < 0)
            return done > 0 ? done : moved;
        done += moved;
        if (moved < (int32_t)piece.bytes)
            break;
    }
    return error != 0 ? error : done;
}

/* Regular files only; Linux accepts any output, and programs fall back to write() after EINVAL. */
static int32_t send_check(const struct open_file *output, const struct open_file *input)
{
    if (input == NULL || !open_file_is_readable(input) || output == NULL ||
        !open_file_is_writable(output))
        return -LINUX_EBADF;
    if (node_type(input->node) != S_IFREG || node_type(output->node) != S_IFREG ||
        output->flags & O_APPEND)
        return -LINUX_EINVAL;
    return output->offset >= NON_LARGE_FILE_MAX ? -LINUX_EFBIG : 0;
}

int32_t send_file(uint32_t output, uint32_t input, int64_t *position, uint32_t bytes)
{
    struct open_file *to = descriptor_file(output), *from = descriptor_file(input);
    int32_t done = 0, moved = 0, error = send_check(to, from);

    if (error != 0)
        return error;
    if (position == NULL)
        position = &from->offset;
    if (*position < 0)
        return -LINUX_EINVAL;
    while (bytes > 0 && *position < from->node->contents.size) {
        uint32_t run;
        const uint8_t *start = contents_at(&from->node->contents, (uint32_t)*position, &run);

        moved = contents_write_bytes(&to->node->contents, (uint32_t)to->offset, start,
                                     run < bytes ? run : bytes);
        if (moved < 0)
            break;
        to->offset += moved;
        *position += moved;
        bytes -= (uint32_t)moved;
        done += moved;
    }
    if (done > 0)
        node_modified(to->node);
    return done > 0 ? done : moved;
}
