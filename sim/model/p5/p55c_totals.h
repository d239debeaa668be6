/*
 * SPDX-License-Identifier: MIT
 * Indexes of the totals of the P55C's additional events (pmc/p5/p55c.def): code for counter 0,
 * code + 64 for counter 1. Not modelled: 2Ah and 2Ch need a second processor, 3Bh on counter 1 a
 * board that drives EWBE#; they count 0. README.md describes 33h.
 */
#pragma once

#include "pmc/p5/p5_events.h"

enum p55c_total {
#define COUNTER_0 0
#define COUNTER_1 P5_EVENT_CODES
#define NEAR      0
#define EVENT(code, name, mnemonic, text, kind, counter, groups, counts, excluded, doubt)          \
    P55C_##name = (code) + (counter),
#include "pmc/p5/p55c.def"
#undef EVENT
#undef NEAR
#undef COUNTER_1
#undef COUNTER_0
};
