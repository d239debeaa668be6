/*
 * SPDX-License-Identifier: MIT
 * One errno: benchmarks have no threads.
 */
#include "kernel/lib/errno.h"

int errno;
