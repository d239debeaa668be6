/*
 * SPDX-License-Identifier: MIT
 * Time: the time-stamp counter, and how fast it runs by the PC's timer chip.
 */
#pragma once

#include "kernel/time/clock_speed.h"

/*
 * Clocks of the time-stamp counter in a second, each measurement over a hundredth of one on channel
 * 2 of the 8254. Needs a TSC.
 */
struct speed timer_measure(void);
