/*
 * SPDX-License-Identifier: MIT
 * Event names by number, in pages that a benchmark in ring 3 may read.
 */
#include "libp5mon/libp5mon.h"

const char *const p5mon_event_names[P5MON_EVENT_NAMES] = {
#define EVENT(code, name, mnemonic, text, kind, counters, groups, counts, excluded, doubt)         \
    [code] = #name,
#include "pmc/p5/p5.def"
#undef EVENT
    [event_disable] = "event_disable",
};
