/*
 * SPDX-License-Identifier: MIT
 * Constants of Linux/i386 for files: include/uapi/asm-generic/fcntl.h, include/uapi/linux/fcntl.h
 * and stat.h, and arch/x86/include/uapi/asm. Octal as in those files.
 */
#pragma once

enum open_flags {
    O_RDONLY = 0,
    O_WRONLY = 1,
    O_RDWR = 2,
    O_ACCMODE = 3, /* mask; the value 3 opens a file that is neither read nor written */
    O_CREAT = 0100,
    O_EXCL = 0200,
    O_NOCTTY = 0400,
    O_TRUNC = 01000,
    O_APPEND = 02000,
    O_NONBLOCK = 04000,
    O_ASYNC = 020000,
    O_DIRECT = 040000,
    O_LARGEFILE = 0100000,
    O_DIRECTORY = 0200000,
    O_NOFOLLOW = 0400000,
    O_NOATIME = 01000000,
    O_CLOEXEC = 02000000,
    O_PATH = 010000000,
};

enum file_types {
    S_IFMT = 0170000, /* mask */
    S_IFIFO = 0010000,
    S_IFCHR = 0020000,
    S_IFDIR = 0040000,
    S_IFREG = 0100000,
    S_IFLNK = 0120000,
};

#define AT_FDCWD            (-100)
#define AT_SYMLINK_NOFOLLOW 0x100
#define AT_REMOVEDIR        0x200
#define AT_EACCESS          0x200
#define AT_SYMLINK_FOLLOW   0x400
#define AT_NO_AUTOMOUNT     0x800
#define AT_EMPTY_PATH       0x1000
#define AT_STATX_SYNC_TYPE  0x6000

enum seek_origins { SEEK_SET, SEEK_CUR, SEEK_END, SEEK_DATA, SEEK_HOLE };

#define PATH_SIZE 4096u /* PATH_MAX: the longest path and its 0 byte */
#define NAME_SIZE 256u  /* NAME_MAX + 1 */

#define NON_LARGE_FILE_MAX 0x7fffffff /* bytes in a file that was opened without O_LARGEFILE */
