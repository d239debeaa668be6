/*
 * SPDX-License-Identifier: MIT
 * Times in the program's memory. Return 0, -LINUX_EFAULT, or -LINUX_EINVAL for a time that is
 * negative or has too large a fraction.
 */
#pragma once

#include <stdint.h>

#include "kernel/process/program_clock.h"

/* struct timespec of 32-bit words, and struct __kernel_timespec */
int32_t load_time_short(uint32_t from, struct program_time *time);
int32_t load_time_long(uint32_t from, struct program_time *time);
