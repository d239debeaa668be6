/*
 * SPDX-License-Identifier: MIT
 * open() and creat() of POSIX's <fcntl.h>, with Linux's numbers, for a file of HOSTED_FILE or a
 * file in memory. read() and related functions are declared here too: without a declaration, read()
 * would be libp5mon's, which is the thesis's.
 */
#pragma once

#include "kernel/lib/program_override.h"
#include "kernel/lib/unistd.h"

#define O_RDONLY   0
#define O_WRONLY   1
#define O_RDWR     2
#define O_ACCMODE  3
#define O_CREAT    0100
#define O_EXCL     0200
#define O_TRUNC    01000
#define O_APPEND   02000
#define O_NONBLOCK 04000
#define O_CLOEXEC  02000000

int open(const char *name, int flags, ...) PROGRAM_OVERRIDE(open); /* the mode is ignored */
int creat(const char *name, mode_t mode);
