/*
 * SPDX-License-Identifier: MIT
 * Opens, creates and removes files by path. The paths are those in process_files->path.
 */
#pragma once

#include <stdint.h>

/* Opens the path in buffer 0. Returns the new descriptor or a negated error number. */
int32_t file_open(int32_t directory, uint32_t flags, uint32_t mode);

/* Creates a directory or an empty link's node; *node is it. The path is in buffer 0 or 1. */
struct file_node;
int32_t node_create_at(uint32_t which, int32_t directory, uint32_t mode, struct file_node **node);

/* Gives the node a further name, the path in that buffer. */
int32_t node_name_at(uint32_t which, int32_t directory, struct file_node *node);

/* Removes a file, or with `directory_wanted` an empty directory. */
int32_t file_remove(int32_t directory, int directory_wanted);

/* Moves buffer 0's file to buffer 1's path. `flags`: RENAME_... of renameat2(). */
#define RENAME_NOREPLACE 1u
#define RENAME_EXCHANGE  2u
int32_t file_rename(int32_t old_directory, int32_t new_directory, uint32_t flags);
