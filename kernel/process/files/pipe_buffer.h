/*
 * SPDX-License-Identifier: MIT
 * Pipes: 64 KB each, as in Linux. The only process cannot wait for itself: a call that would wait
 * ends the run with a sentence, unless the descriptor has O_NONBLOCK.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#define PIPE_BYTES 65536u

struct pipe_buffer {
    uint8_t *bytes;       /* PIPE_BYTES of frames */
    uint32_t first, used; /* of `bytes` */
    uint32_t readers, writers;
};

/* Returns NULL without memory. */
struct pipe_buffer *pipe_create(void);
void pipe_free(struct pipe_buffer *pipe);

void pipe_opened(struct pipe_buffer *pipe, uint32_t flags);
void pipe_closed(struct pipe_buffer *pipe, uint32_t flags);

/*
 * Return the number of bytes, or a negated error number. Bytes that the program's memory does not
 * accept stay in the pipe; a page that can be read only in part is not written to it.
 */
int32_t pipe_read(struct pipe_buffer *pipe, uint32_t flags, uint32_t to, uint32_t bytes);
int32_t pipe_write(struct pipe_buffer *pipe, uint32_t flags, uint32_t from, uint32_t bytes);
