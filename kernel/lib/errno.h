/*
 * SPDX-License-Identifier: MIT
 * C11's <errno.h> (7.5), with Linux's numbers for what strerror() knows.
 */
#pragma once

extern int errno;

#define ENOENT 2
#define EBADF  9
#define ENOMEM 12
#define EEXIST 17
#define EINVAL 22
#define ESPIPE 29
#define EDOM   33
#define ERANGE 34
#define EILSEQ 84
