/*
 * SPDX-License-Identifier: MIT
 * Parses the events of `list registers`: the words that `run -e` accepts on a Pentium 4.
 */
#pragma once

#include "pmc/netburst/netburst_count.h"

enum { REGISTER_EVENTS_MOST = 1000 };

struct register_events {
    struct netburst_machine machine;
    struct netburst_count *counts; /* REGISTER_EVENTS_MOST */
    unsigned n;
};

/*
 * Appends the events of `text`, separated by commas: names with modifiers, also libpfm4's; words
 * that mean the same on all processors (instructions, clocks); groups (cache, all); register
 * values. Returns 0, or -1 after a message.
 */
int register_events_read(struct register_events *events, const char *text);
