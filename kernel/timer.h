/*
 * SPDX-License-Identifier: MIT
 * Time: the time-stamp counter, and how fast it runs by the PC's timer chip.
 */
#pragma once

#include <stdint.h>

/*
 * Clocks of the time-stamp counter in a second, measured over a hundredth of one on channel 2 of
 * the 8254; 0 where the timer does not run. Needs a TSC.
 */
uint64_t timer_measure_hz(void);
