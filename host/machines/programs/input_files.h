/*
 * SPDX-License-Identifier: MIT
 * Files of this computer that programs read: the values of --file, and their contents.
 */
#pragma once

#include <stdbool.h>

#include "host/machines/programs/named_file.h"

/*
 * Splits a value of --file, NAME=PATH or PATH; without NAME, file->name is NULL. The caller frees
 * both. NAME ends at the first '=' that the path of a file follows; without such a path, the whole
 * value may be one. Returns 0, or -1 after a message.
 */
int input_file_split(const char *value, struct named_file *file);

/*
 * Checks the file of an option. Returns its path, or that of a temporary copy if the file is a pipe
 * or a device, which is read to its end. The caller frees it. NULL after a message.
 */
char *input_file_open(const char *option, const char *path);

/* Returns whether an option's file can be read only once, because it is a pipe or a device. */
bool input_file_is_stream(const char *path);
