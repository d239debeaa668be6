/*
 * SPDX-License-Identifier: MIT
 * The types of POSIX's <sys/types.h> that the library's functions use.
 */
#pragma once

#include <stddef.h>

#include "kernel/lib/time.h"

typedef long off_t;
typedef int ssize_t;
typedef unsigned mode_t;
typedef int pid_t;
typedef unsigned uid_t, gid_t, dev_t, ino_t, nlink_t;
typedef long suseconds_t;
