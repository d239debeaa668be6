/*
 * SPDX-License-Identifier: MIT
 * The events of the P6 family: p6.def as a table, and their codes by name.
 */
#pragma once

#include "pmc/event.h"

/* Bits of struct event, processors, by CPUID model of family 6 (SDM volume 3, Table 35-1; libpfm4
   and perfctr draw the same lines). */
#define P6_PPRO 1u /* 1 */
#define P6_P2   2u /* 3, 5, 6 */
#define P6_P3   4u /* 7, 8, 10, 11 */
#define P6_PM   8u /* 9, 13 */

#define P6_EVENTS 110
extern const struct event p6_events[P6_EVENTS];
