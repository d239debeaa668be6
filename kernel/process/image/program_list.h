/*
 * SPDX-License-Identifier: MIT
 * The executables and files that the loader has passed as modules.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "boot/multiboot.h"

#define PROGRAM_LIST_EXECUTABLES 16
#define PROGRAM_LIST_FILES       64

struct program_file {
    const char *name; /* ends with a 0 byte */
    const uint8_t *bytes;
    uint32_t size;
};

/*
 * Moves the modules with a word program=NAME and those with a word file=NAME out of the loader's
 * list.
 */
void program_list_take(struct multiboot_info *info);

/* Returns the name of the first module that was ignored since its list was full, or NULL. */
const char *program_list_ignored(void);

/* Adds the executable that was received over the line, instead of an earlier one; NULL: none. */
void program_list_set_received(const uint8_t *bytes, uint32_t size);

#define PROGRAM_LIST_RECEIVED "loaded" /* its name */

/* Returns executable or file number i, or NULL past the last one. */
const struct program_file *program_list_executable(unsigned i);
const struct program_file *program_list_file(unsigned i);

/* Returns the executable of that name, or NULL. */
const struct program_file *program_list_find(const char *name);
