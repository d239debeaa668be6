/*
 * SPDX-License-Identifier: MIT
 * Blocks of a file, found through two levels of tables after the first few.
 */
#include "kernel/process/files/node_contents.h"

#include <stddef.h>

#include "kernel/lib/string.h"
#include "kernel/process/files/files_state.h"
#include "kernel/process/memory/frames.h"
#include "kernel/process/linux_errno.h"
#include "kernel/process/memory/user_memory.h"

/* Frames that files leave to the program's memory. */
#define FRAMES_RESERVED 16u

static uint32_t smaller(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

static void *block_allocate(void)
{
    return frames_left() > FRAMES_RESERVED ? frames_allocate(1) : NULL;
}

/* Returns *place, after allocating a table of pointers there if `create`. */
static void **block_table(void **place, bool create)
{
    if (*place == NULL && create)
        *place = block_allocate();
    return *place;
}

/* Returns the pointer to a block, or NULL if a table is missing. */
static void **block_slot(struct file_contents *contents, uint32_t block, bool create)
{
    void **tables, **table;

    if (block < DIRECT_BLOCKS)
        return &contents->direct[block];
    block -= DIRECT_BLOCKS;
    if (block < BLOCK_POINTERS) {
        table = block_table(&contents->table, create);
        return table == NULL ? NULL : &table[block];
    }
    block -= BLOCK_POINTERS;
    if (block >= BLOCK_POINTERS * BLOCK_POINTERS)
        return NULL;
    tables = block_table(&contents->tables, create);
    if (tables == NULL)
        return NULL;
    table = block_table(&tables[block / BLOCK_POINTERS], create);
    return table == NULL ? NULL : &table[block % BLOCK_POINTERS];
}

const uint8_t *contents_at(const struct file_contents *contents, uint32_t offset, uint32_t *run)
{
    uint32_t in_block = offset % BLOCK_BYTES;
    void **slot = block_slot((struct file_contents *)contents, offset / BLOCK_BYTES, false);

    *run = smaller(BLOCK_BYTES - in_block, contents->size - offset);
    if (slot != NULL && *slot != NULL)
        return (uint8_t *)*slot + in_block;
    if (offset >= contents->module_size)
        return process_files->zeros + in_block;
    *run = smaller(*run, contents->module_size - offset);
    return contents->module + offset;
}

int32_t contents_read(const struct file_contents *contents, uint32_t offset, uint32_t to,
                      uint32_t bytes)
{
    uint32_t done = 0, run, copied;

    if (offset >= contents->size)
        return 0;
    bytes = smaller(bytes, contents->size - offset);
    while (done < bytes) {
        const uint8_t *from = contents_at(contents, offset + done, &run);

        run = smaller(run, bytes - done);
        copied = user_write(to + done, from, run);
        done += copied;
        if (copied < run)
            return done > 0 ? (int32_t)done : -LINUX_EFAULT;
    }
    return (int32_t)done;
}

/* Returns a block that may be changed, with the file's bytes in it, or NULL without memory. */
static uint8_t *block_to_change(struct file_contents *contents, uint32_t block)
{
    void **slot = block_slot(contents, block, true);
    uint32_t offset = block * BLOCK_BYTES;

    if (slot == NULL)
        return NULL;
    if (*slot == NULL) {
        *slot = block_allocate();
        if (*slot != NULL && offset < contents->module_size)
            memcpy(*slot, contents->module + offset,
                   smaller(BLOCK_BYTES, contents->module_size - offset));
    }
    return *slot;
}

/* Writes from the program's memory, or from `kernel` unless that is NULL. */
static int32_t contents_store(struct file_contents *contents, uint32_t offset, uint32_t from,
                              const uint8_t *kernel, uint32_t bytes)
{
    uint32_t done = 0;

    while (done < bytes) {
        uint32_t at = offset + done, in_block = at % BLOCK_BYTES;
        uint32_t run = smaller(BLOCK_BYTES - in_block, bytes - done);
        uint32_t readable = kernel != NULL ? run : user_accessible(from + done, run, false);
        uint8_t *block = readable > 0 ? block_to_change(contents, at / BLOCK_BYTES) : NULL;

        if (block == NULL)
            return done > 0 ? (int32_t)done : readable > 0 ? -LINUX_ENOSPC : -LINUX_EFAULT;
        if (kernel != NULL)
            memcpy(block + in_block, kernel + done, run);
        else
            user_read(block + in_block, from + done, readable);
        done += readable;
        if (contents->size < offset + done)
            contents->size = offset + done;
        if (readable < run)
            break;
    }
    return (int32_t)done;
}

int32_t contents_write(struct file_contents *contents, uint32_t offset, uint32_t from,
                       uint32_t bytes)
{
    return contents_store(contents, offset, from, NULL, bytes);
}

int32_t contents_write_bytes(struct file_contents *contents, uint32_t offset, const void *bytes,
                             uint32_t count)
{
    return contents_store(contents, offset, 0, bytes, count);
}

static void table_free(void **table)
{
    if (table == NULL)
        return;
    for (uint32_t i = 0; i < BLOCK_POINTERS; i++)
        if (table[i] != NULL)
            frames_free(table[i]);
    frames_free(table);
}

static void contents_free(struct file_contents *contents)
{
    void **tables = contents->tables;

    for (uint32_t i = 0; i < DIRECT_BLOCKS; i++)
        if (contents->direct[i] != NULL)
            frames_free(contents->direct[i]);
    table_free(contents->table);
    for (uint32_t i = 0; tables != NULL && i < BLOCK_POINTERS; i++)
        table_free(tables[i]);
    if (tables != NULL)
        frames_free(tables);
    memset(contents, 0, sizeof *contents);
}

/* Frees the blocks from `size` on, and clears the rest of the block before. */
static void contents_shorten(struct file_contents *contents, uint32_t size)
{
    uint32_t blocks = (contents->size + BLOCK_BYTES - 1) / BLOCK_BYTES;
    uint32_t first = (size + BLOCK_BYTES - 1) / BLOCK_BYTES;

    for (uint32_t block = first; block < blocks; block++) {
        void **slot = block_slot(contents, block, false);

        if (slot != NULL && *slot != NULL) {
            frames_free(*slot);
            *slot = NULL;
        }
    }
    if (size % BLOCK_BYTES != 0) {
        void **slot = block_slot(contents, size / BLOCK_BYTES, false);

        if (slot != NULL && *slot != NULL)
            memset((uint8_t *)*slot + size % BLOCK_BYTES, 0, BLOCK_BYTES - size % BLOCK_BYTES);
    }
}

void contents_resize(struct file_contents *contents, uint32_t size)
{
    if (size == 0) {
        contents_free(contents);
        return;
    }
    if (size < contents->size)
        contents_shorten(contents, size);
    contents->module_size = smaller(contents->module_size, size);
    contents->size = size;
}
