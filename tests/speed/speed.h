/*
 * SPDX-License-Identifier: MIT
 * A speed program is one file with work(): over 50 million instructions, the same on each machine.
 */
#pragma once

#include <stdint.h>

/* Returns a number that only the right calculation gives. */
uint32_t work(void);
