/*
 * SPDX-License-Identifier: MIT
 * The functions of POSIX's <unistd.h> that read and write files. A descriptor is the number of a
 * stream of <stdio.h>.
 */
#pragma once

#include "kernel/lib/stdio.h"
#include "kernel/lib/program_override.h"
#include "kernel/lib/posix_types.h"

enum { STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO };

#define F_OK 0
#define X_OK 1
#define W_OK 2
#define R_OK 4

ssize_t read(int descriptor, void *to, size_t bytes) PROGRAM_OVERRIDE(read);
ssize_t write(int descriptor, const void *from, size_t bytes) PROGRAM_OVERRIDE(write);
off_t lseek(int descriptor, off_t offset, int whence);
int close(int descriptor) PROGRAM_OVERRIDE(close);
int unlink(const char *name);
int access(const char *name, int how); /* every file is readable and writable, none executable */
int isatty(int descriptor);            /* always 0: no terminal */
pid_t getpid(void);                    /* always 1 */
void _exit(int status) __attribute__((noreturn));
