/*
 * SPDX-License-Identifier: MIT
 * Measures the frequency of the time-stamp counter against the PC's timer chip.
 */
#pragma once

#include "kernel/time/clock_speed.h"

/*
 * Measures the clocks of the time-stamp counter per second; each measurement takes a hundredth of a
 * second on channel 2 of the 8254. Needs a TSC.
 */
struct speed timer_measure(void);
