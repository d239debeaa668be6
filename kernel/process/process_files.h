/*
 * SPDX-License-Identifier: MIT
 * The files of a program: the modules by name, and what the program writes, in memory. Files are in
 * directories as their paths say; a path without a leading slash is below the current directory,
 * FILES_HOME. Bytes of modules are used in place.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "kernel/process/character_device.h"
#include "kernel/settings/config.h"

#define FILES_HOME CONFIG_PROGRAM_HOME

/*
 * Allocates the state, with the directories /dev, /tmp and FILES_HOME, and the devices. Like the
 * next functions it returns NULL, or what is wrong as a sentence for the report.
 */
const char *process_files_install(void);

/* Add a file of `size` bytes, or a device. */
const char *process_files_add(const char *path, const void *bytes, uint32_t size);
const char *process_files_add_device(const struct device *device);

/* Notes that a program opened the file with these bytes, in any experiment; returns whether one
 * did.
 */
void process_files_note_opened(const void *bytes);
bool process_files_was_opened(const void *bytes);

/*
 * Before each run, after frames_install(): removes what the last run has written and opens
 * descriptors 0 to 2. `standard_input` is the path of a file; NULL or "" is an empty one.
 */
const char *process_files_reset(const char *standard_input);

/* ---- for memory that is mapped from a file ------------------------------------------------------
 */

bool process_files_is_open(int32_t descriptor);

/*
 * Copies bytes of an open file to memory of the kernel. Returns their number, 0 after the end,
 * -LINUX_EBADF, -LINUX_ENODEV if it is not a regular file, or -LINUX_EACCES if it is not readable.
 */
int32_t process_files_read_at(int32_t descriptor, void *to, uint32_t bytes, uint64_t offset);

/* ---- the report of the last run ----------------------------------------------------------------
 */

/* Part of the file tree. */
struct file_node;

/* Files that the run has created or changed: NULL begins; returns NULL after the last one. */
struct file_node *process_files_written(struct file_node *previous);

struct file_node *process_files_output(void); /* what was written to standard output */
struct file_node *process_files_error(void);  /* and to standard error */

/*
 * Returns the path of a file, without FILES_HOME and its slash. It is valid until the next call of
 * a function of this file; NULL if it is longer than 4,095 bytes.
 */
const char *process_file_path(const struct file_node *file);
uint32_t process_file_size(const struct file_node *file);

/* Returns the address of the byte at `offset` < size; *run bytes follow, at most 4,096. */
const void *process_file_bytes(const struct file_node *file, uint32_t offset, uint32_t *run);

/*
 * Names of files that the program has tried to open and that do not exist, each once, as it wrote
 * them. Returns NULL from the last one on; at most 16 are recorded, of 255 bytes each.
 */
const char *process_files_missing(uint32_t index);
