/*
 * SPDX-License-Identifier: MIT
 * Error numbers of Linux on x86 (include/uapi/asm-generic/errno-base.h and errno.h). A system call
 * returns them negated.
 */
#pragma once

enum linux_errno {
    LINUX_EPERM = 1,
    LINUX_ENOENT = 2,
    LINUX_ESRCH = 3,
    LINUX_EINTR = 4,
    LINUX_EIO = 5,
    LINUX_ENXIO = 6,
    LINUX_E2BIG = 7,
    LINUX_ENOEXEC = 8,
    LINUX_EBADF = 9,
    LINUX_ECHILD = 10,
    LINUX_EAGAIN = 11,
    LINUX_ENOMEM = 12,
    LINUX_EACCES = 13,
    LINUX_EFAULT = 14,
    LINUX_EBUSY = 16,
    LINUX_EEXIST = 17,
    LINUX_EXDEV = 18,
    LINUX_ENODEV = 19,
    LINUX_ENOTDIR = 20,
    LINUX_EISDIR = 21,
    LINUX_EINVAL = 22,
    LINUX_ENFILE = 23,
    LINUX_EMFILE = 24,
    LINUX_ENOTTY = 25,
    LINUX_EFBIG = 27,
    LINUX_ENOSPC = 28,
    LINUX_ESPIPE = 29,
    LINUX_EROFS = 30,
    LINUX_EPIPE = 32,
    LINUX_ERANGE = 34,
    LINUX_ENAMETOOLONG = 36,
    LINUX_ENOSYS = 38,
    LINUX_ENOTEMPTY = 39,
    LINUX_ELOOP = 40,
    LINUX_ENODATA = 61,
    LINUX_EOVERFLOW = 75,
    LINUX_ENOTSOCK = 88,
    LINUX_EOPNOTSUPP = 95,
    LINUX_EAFNOSUPPORT = 97,
    LINUX_ETIMEDOUT = 110,
};
