/*
 * SPDX-License-Identifier: MIT
 * The bytes of a file: those of a boot module in place, and blocks of frames for bytes that the
 * program has written. A block of a module is copied before it is changed.
 */
#pragma once

#include <stdint.h>

#define BLOCK_BYTES     4096u
#define BLOCK_POINTERS  (BLOCK_BYTES / sizeof(void *)) /* in a block */
#define DIRECT_BLOCKS   4u
#define FILE_SIZE_LIMIT 0xfffff000u

/* A file of zeros has size alone. */
struct file_contents {
    uint32_t size;
    const uint8_t *module;
    uint32_t module_size; /* bytes of the module that are still part of the file */
    void *direct[DIRECT_BLOCKS];
    void *table;  /* a block of pointers to the next BLOCK_POINTERS blocks */
    void *tables; /* a block of pointers to such tables, for the rest */
};

/* Returns the address of the byte at `offset` < size; *run is the number of bytes that follow. */
const uint8_t *contents_at(const struct file_contents *contents, uint32_t offset, uint32_t *run);

/*
 * Copy between a file and the program's memory at an offset. They return the number of bytes
 * copied, 0 at the end of the file, or -LINUX_EFAULT; contents_write() -LINUX_ENOSPC too, if no
 * byte was copied.
 */
int32_t contents_read(const struct file_contents *contents, uint32_t offset, uint32_t to,
                      uint32_t bytes);
int32_t contents_write(struct file_contents *contents, uint32_t offset, uint32_t from,
                       uint32_t bytes);

/* The same from memory of the kernel. Returns the number of bytes or -LINUX_ENOSPC. */
int32_t contents_write_bytes(struct file_contents *contents, uint32_t offset, const void *bytes,
                             uint32_t count);

/* Changes the size. New bytes are zeros. */
void contents_resize(struct file_contents *contents, uint32_t size);
