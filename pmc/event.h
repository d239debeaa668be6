/*
 * SPDX-License-Identifier: MIT
 * What a countable event is. Each family has a table of its own; kernel, simulator, host
 * and tests all read them through this header.
 */
#pragma once

#include <stdint.h>

/* Not an event select: the clock is counted by setting bit 2 of a counter's control field. */
#define EVENT_CODE_CLOCKS 0x100

/* Not a counter's at all: the time-stamp counter, read by the probes in a pass of its own. */
#define EVENT_CODE_TIME_STAMP 0x101

enum event_kind {
    EVENT_OCCURRENCE, /* how often it happened */
    EVENT_DURATION,   /* clocks for which it lasted */
};

/* Counters that can count an event, as a mask with bit n for counter n. */
#define EVENT_COUNTER_0     1u
#define EVENT_COUNTER_1     2u
#define EVENT_COUNTERS_BOTH 3u

/* Groups of events that answer one question together, as a mask. */
enum event_group {
    EVENT_GROUP_CACHE = 1,
    EVENT_GROUP_BRANCH = 2,
    EVENT_GROUP_PIPE = 4,
    EVENT_GROUP_STALL = 8,
    EVENT_GROUP_BUS = 16,
    EVENT_GROUP_MMX = 32,
};

/* What `events=` calls them. */
struct event_group_name {
    const char *name;
    enum event_group mask;
};
#define EVENT_GROUPS 6
extern const struct event_group_name pmc_event_groups[EVENT_GROUPS];

struct event {
    uint16_t code;    /* event select, or EVENT_CODE_CLOCKS */
    uint8_t counters; /* mask */
    uint8_t groups;   /* mask of enum event_group; 0 for none */
    enum event_kind kind;
    const char *name;     /* thesis parameter name, [A-Za-z0-9_]+ */
    const char *mnemonic; /* Intel's */
    const char *text;     /* for a person */
};

/* Clocks by the time-stamp counter, which processors without event counters have too. */
extern const struct event pmc_time_stamp;
