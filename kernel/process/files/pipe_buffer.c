/*
 * SPDX-License-Identifier: MIT
 * Pipes within the program.
 */
#include "kernel/process/files/pipe_buffer.h"

#include <stddef.h>

#include "kernel/process/files/files_state.h"
#include "kernel/process/memory/frames.h"
#include "kernel/process/linux_errno.h"
#include "kernel/process/process_end.h"
#include "kernel/process/signals/signal_state.h"
#include "kernel/process/memory/user_memory.h"

struct pipe_buffer *pipe_create(void)
{
    struct pipe_buffer *pipe = pool_take(&process_files->pipes);

    if (pipe == NULL)
        return NULL;
    pipe->bytes = frames_allocate(PIPE_BYTES / FRAME_BYTES);
    if (pipe->bytes == NULL) {
        pool_return(&process_files->pipes, pipe);
        return NULL;
    }
    return pipe;
}

void pipe_free(struct pipe_buffer *pipe)
{
    for (uint32_t at = 0; at < PIPE_BYTES; at += FRAME_BYTES)
        frames_free(pipe->bytes + at);
    pool_return(&process_files->pipes, pipe);
}

void pipe_opened(struct pipe_buffer *pipe, uint32_t flags)
{
    *((flags & O_ACCMODE) == O_WRONLY ? &pipe->writers : &pipe->readers) += 1;
}

void pipe_closed(struct pipe_buffer *pipe, uint32_t flags)
{
    *((flags & O_ACCMODE) == O_WRONLY ? &pipe->writers : &pipe->readers) -= 1;
}

#define SIGNAL_PIPE 13 /* it ends a program without a handler for it */

static uint32_t smaller_of(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

int32_t pipe_read(struct pipe_buffer *pipe, uint32_t flags, uint32_t to, uint32_t bytes)
{
    uint32_t done = 0;

    if (bytes == 0)
        return 0;
    if (pipe->used == 0 && pipe->writers > 0) {
        if (flags & O_NONBLOCK)
            return -LINUX_EAGAIN;
        process_end_with("the program waits for ever: it alone could fill the pipe that it reads");
    }
    while (done < bytes && pipe->used > 0) {
        uint32_t run = smaller_of(smaller_of(bytes - done, pipe->used), PIPE_BYTES - pipe->first);

        run = smaller_of(run, FRAME_BYTES - pipe->first % FRAME_BYTES);
        if (user_accessible(to + done, run, true) < run)
            return done > 0 ? (int32_t)done : -LINUX_EFAULT;
        user_write(to + done, pipe->bytes + pipe->first, run);
        done += run;
        pipe->first = (pipe->first + run) % PIPE_BYTES;
        pipe->used -= run;
    }
    if (pipe->used == 0)
        pipe->first = 0;
    return (int32_t)done;
}

/* The program's own bytes of a page, or -LINUX_EFAULT; the pipe has space for them. */
static int32_t pipe_append(struct pipe_buffer *pipe, uint32_t from, uint32_t bytes)
{
    uint32_t done = 0;

    if (user_accessible(from, bytes, false) < bytes)
        return -LINUX_EFAULT;
    while (done < bytes) {
        uint32_t at = (pipe->first + pipe->used) % PIPE_BYTES;
        uint32_t run = smaller_of(bytes - done, PIPE_BYTES - at);

        user_read(pipe->bytes + at, from + done, run);
        done += run;
        pipe->used += run;
    }
    return (int32_t)bytes;
}

int32_t pipe_write(struct pipe_buffer *pipe, uint32_t flags, uint32_t from, uint32_t bytes)
{
    uint32_t done = 0, space = PIPE_BYTES - pipe->used;

    if (bytes == 0)
        return 0;
    if (pipe->readers == 0) {
        signals_send(SIGNAL_PIPE);
        return -LINUX_EPIPE;
    }
    if (bytes > space) {
        if (!(flags & O_NONBLOCK))
            process_end_with(
                "the program waits for ever: it alone could empty the pipe that it writes to");
        if (bytes <= FRAME_BYTES || space == 0)
            return -LINUX_EAGAIN;
    }
    bytes = smaller_of(bytes, space);
    while (done < bytes) {
        uint32_t run = smaller_of(bytes - done, FRAME_BYTES);

        if (pipe_append(pipe, from + done, run) < 0)
            return done > 0 ? (int32_t)done : -LINUX_EFAULT;
        done += run;
    }
    return (int32_t)done;
}
