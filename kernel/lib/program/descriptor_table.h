/*
 * SPDX-License-Identifier: MIT
 * POSIX's open() and related functions for files in memory. The plain names are libp5mon's, which
 * implement the thesis's device.
 */
#pragma once

#include "kernel/lib/posix_types.h"

int program_open(const char *name, int flags, ...);
ssize_t program_read(int descriptor, void *to, size_t bytes);
ssize_t program_write(int descriptor, const void *from, size_t bytes);
int program_close(int descriptor);
