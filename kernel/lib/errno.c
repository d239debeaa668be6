/*
 * SPDX-License-Identifier: MIT
 * errno: a single variable, since benchmarks have no threads.
 */
#include "kernel/lib/errno.h"

int errno;
