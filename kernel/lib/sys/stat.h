/*
 * SPDX-License-Identifier: MIT
 * The part of POSIX's <sys/stat.h> that returns the size of a file.
 */
#pragma once

#include "kernel/lib/posix_types.h"

struct stat {
    mode_t st_mode; /* S_IFREG and 0666, or S_IFCHR for the streams */
    off_t st_size;
    time_t st_mtime; /* always 0 */
};

#define S_IFMT  0170000
#define S_IFREG 0100000
#define S_IFDIR 0040000
#define S_IFCHR 0020000

#define S_ISREG(mode) (((mode)&S_IFMT) == S_IFREG)
#define S_ISDIR(mode) (((mode)&S_IFMT) == S_IFDIR)
#define S_ISCHR(mode) (((mode)&S_IFMT) == S_IFCHR)

int stat(const char *restrict name, struct stat *restrict to);
int fstat(int descriptor, struct stat *to);
