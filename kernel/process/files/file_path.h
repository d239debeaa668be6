/*
 * SPDX-License-Identifier: MIT
 * Finds the node of a path, as Linux's path_resolution(7) describes.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "kernel/process/files/file_node.h"

/* A link at the end of a path: it is the result, or it is followed (before a slash, or always). */
enum last_link { LINK_ITSELF, LINK_BEFORE_SLASH, LINK_FOLLOWED };

struct resolved_path {
    struct file_node *directory; /* that contains the last name */
    struct file_node *node;      /* NULL: the last name is not in the directory */
    struct file_node *entry;     /* what has that name: the node, or a further name of it */
    const char *last;            /* that name; "" for the root; also `.` and `..` */
    bool ends_with_slash;
};

/*
 * Copies a path of the program into buffer `which` (0 or 1) of process_files->path. Returns its
 * length, -LINUX_ENOENT for an empty path, -LINUX_EFAULT or -LINUX_ENAMETOOLONG.
 */
int32_t path_copy(uint32_t which, uint32_t from);

/* Stores in *start the directory where paths that are relative to a descriptor begin. */
int32_t path_start(int32_t descriptor, const char *path, struct file_node **start);

/*
 * Resolves the path in that buffer. Returns 0, also if the last name alone is missing, or a negated
 * error number.
 */
int32_t path_resolve(uint32_t which, struct file_node *start, enum last_link last_link,
                     struct resolved_path *resolved);

/*
 * Does all of this for a path that must exist; *node is its node. `descriptor` may be AT_FDCWD.
 */
int32_t path_node(int32_t descriptor, uint32_t from, bool follow, struct file_node **node);

/*
 * Writes the absolute path of a node to the end of a buffer. Returns its start there, or NULL if it
 * does not fit.
 */
char *path_of_node(const struct file_node *node, char *buffer, uint32_t size);
