/*
 * SPDX-License-Identifier: MIT
 * Of POSIX's <fcntl.h> open(), with Linux's numbers: a file of HOSTED_FILE or in memory. What reads
 * it is declared too: undeclared, read() would be the thesis's, of libp5mon.
 */
#pragma once

#include "kernel/lib/of_program.h"
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

int open(const char *name, int flags, ...) OF_PROGRAM(open); /* the mode is not looked at */
int creat(const char *name, mode_t mode);
