/*
 * SPDX-License-Identifier: MIT
 * Whether the time-stamp counter advances at every clock. That of an emulator may be updated late,
 * and then all at once.
 */
#pragma once

#include <stdint.h>

/*
 * Returns the smallest amount by which the counter was seen to advance if some consecutive reads
 * are equal, 0 if all differ, as on every chip, where a read takes clocks itself. UINT32_MAX if it
 * does not advance. Not in the small image.
 */
uint32_t time_stamp_step(void) __attribute__((weak));
