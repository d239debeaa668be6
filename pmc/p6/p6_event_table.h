/*
 * SPDX-License-Identifier: MIT
 * The events of the P6 family as a table, built from p6.def, and their codes by name.
 */
#pragma once

#include "pmc/event.h"

/*
 * Bits in `processors` of struct event, by CPUID model of family 6 (SDM volume 3, Table 35-1;
 * libpfm4 and perfctr use the same groups).
 */
#define P6_PPRO 1u /* model 1 */
#define P6_P2   2u /* models 3, 5, 6 */
#define P6_P3   4u /* models 7, 8, 10, 11 */
#define P6_PM   8u /* models 9, 13 */

#define P6_EVENTS 110
extern const struct event p6_events[P6_EVENTS];
