/*
 * SPDX-License-Identifier: MIT
 * Pools of the files' state.
 */
#include "kernel/process/files/files_state.h"

#include <stddef.h>

#include "kernel/lib/string.h"
#include "kernel/process/memory/frames.h"

struct process_files *process_files;

void *pool_take(struct pool *pool)
{
    void *piece = pool->free;

    if (piece != NULL) {
        pool->free = *(void **)piece;
    } else {
        if (pool->left == 0) {
            pool->next = frames_allocate(1);
            if (pool->next == NULL)
                return NULL;
            pool->left = FRAME_BYTES / pool->bytes;
        }
        pool->left--;
        piece = pool->next;
        pool->next += pool->bytes;
    }
    return memset(piece, 0, pool->bytes);
}

void pool_return(struct pool *pool, void *piece)
{
    *(void **)piece = pool->free;
    pool->free = piece;
}

void pool_reset(struct pool *pool, uint32_t bytes)
{
    *pool = (struct pool){.bytes = (bytes + 7) & ~7u};
}
