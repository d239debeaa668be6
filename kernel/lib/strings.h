/*
 * SPDX-License-Identifier: MIT
 * POSIX's <strings.h>.
 */
#pragma once

#include "kernel/lib/string.h"

#define bcmp(a, b, n)      memcmp(a, b, n)
#define bcopy(from, to, n) ((void)memmove(to, from, n))
#define bzero(to, n)       ((void)memset(to, 0, n))

int ffs(int value);
