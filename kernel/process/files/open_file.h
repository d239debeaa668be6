/*
 * SPDX-License-Identifier: MIT
 * Open files and the descriptors that lead to them. Results are at least 0, or a negated error
 * number of linux_errno.h.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "kernel/process/files/file_node.h"

struct open_file {
    struct file_node *node;
    int64_t offset; /* of a directory: the order of the next child, from FIRST_ORDER on */
    uint32_t flags; /* enum open_flags */
    uint32_t users; /* descriptors */
};

/* Returns an open file without descriptors, a user of its node; NULL without memory. */
struct open_file *open_file_create(struct file_node *node, uint32_t flags);

bool open_file_is_readable(const struct open_file *file);
bool open_file_is_writable(const struct open_file *file);

/*
 * Read and write at *position, and advance it. Writing appends with O_APPEND. The program's memory
 * is that from `to` or `from` on.
 */
int32_t open_file_read(struct open_file *file, uint32_t to, uint32_t bytes, int64_t *position);
int32_t open_file_write(struct open_file *file, uint32_t from, uint32_t bytes, int64_t *position);

/* Returns the new offset. */
int64_t open_file_seek(struct open_file *file, int64_t offset, uint32_t origin);

/* Returns the file of a descriptor, or NULL. The second one returns NULL for O_PATH as well. */
struct open_file *descriptor_any_file(uint32_t descriptor);
struct open_file *descriptor_file(uint32_t descriptor);

/* Returns the first closed descriptor from `lowest` on, or -LINUX_EMFILE. */
int32_t descriptor_find(uint32_t lowest);

/* Lets a closed descriptor lead to a file. */
void descriptor_set(uint32_t descriptor, struct open_file *file, bool close_on_exec);

int32_t descriptor_close(uint32_t descriptor);

/*
 * Opens a device that has no name for reading and writing, as eventfd() and epoll_create() do.
 * flags: O_NONBLOCK, O_CLOEXEC. Returns its descriptor.
 */
int32_t descriptor_open_unnamed(const struct device *device, uint32_t flags);
