/*
 * SPDX-License-Identifier: MIT
 * Waits of the poll, select and epoll families.
 */
#pragma once

#include <stdint.h>

#include "kernel/process/program_clock.h"

/*
 * Nothing is ready: passes the time, or without a limit waits for a signal, or ends the run.
 * Returns 0, or -LINUX_EINTR after a signal; *limit is then what is left.
 */
int32_t wait_for_nothing(struct program_time *limit);

/* Sets the mask of signals for the wait, unless the pointer is NULL. Returns 0 or an error. */
int32_t load_wait_mask(uint32_t from, uint32_t bytes);
