/*
 * SPDX-License-Identifier: MIT
 * The events of the P5 and the P55C as a table (p5.def, p55c.def), and their codes by name.
 */
#pragma once

#include "pmc/event.h"

/* The codes by name: P5_data_read = 0x00 and so on. */
enum p5_event_code {
#define EVENT(code, name, mnemonic, text, kind, counters, groups, counts, excluded, doubt)         \
    P5_##name = code,
#include "pmc/p5/p5.def"
#undef EVENT
};

/* Rows in the order of p5.def (events of every P5), then of p55c.def. */
#define P5_EVENTS   39 /* 38 and the clock (thesis, section 4.3.3.6) */
#define P55C_EVENTS 74 /* plus 35 of the P55C only (SDM volume 3, Table 19-38) */
extern const struct event p5_events[P55C_EVENTS];

/* Bits in `processors` of struct event: P5 and P54C, and P55C. */
#define P5_P54C 1u
#define P5_P55C 2u

/* An event select field has 6 bits on the P5. */
#define P5_EVENT_CODES 64
