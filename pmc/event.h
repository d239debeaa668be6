/*
 * SPDX-License-Identifier: MIT
 * Describes a countable event. Each family has its own table; kernel, simulator, host and tests
 * read all tables through this header.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* Not an event select: the clock is counted by setting bit 2 of a counter's control field. */
#define EVENT_CODE_CLOCKS 0x100

/* Not counted by a counter: the time-stamp counter, which the probes read in a separate pass. */
#define EVENT_CODE_TIME_STAMP 0x101

/* Requested as r<hex> and in no table; the code is in struct pmc_counted. */
#define EVENT_CODE_RAW 0x102

enum event_kind {
    EVENT_OCCURRENCE, /* number of times it happened */
    EVENT_DURATION,   /* number of clocks it lasted */
};

/* Counters that can count an event, as a mask with bit n for counter n. */
#define EVENT_COUNTER_0     1u
#define EVENT_COUNTER_1     2u
#define EVENT_COUNTERS_BOTH 3u
#define EVENT_COUNTERS_ALL  15u

/* In the counters of a family's table: `near` of struct event. */
#define EVENT_NEAR 16u

/* Groups of related events, as a mask. */
enum event_group {
    EVENT_GROUP_CACHE = 1,
    EVENT_GROUP_BRANCH = 2,
    EVENT_GROUP_PIPE = 4,
    EVENT_GROUP_STALL = 8,
    EVENT_GROUP_BUS = 16,
    EVENT_GROUP_MMX = 32,
};

/* A group's name in `events=`. */
struct event_group_name {
    const char *name;
    enum event_group mask;
};
#define EVENT_GROUPS 6
extern const struct event_group_name pmc_event_groups[EVENT_GROUPS];

/* One part of an event, selected by bits of the selector's unit mask. */
struct event_unit {
    const char *name;
    uint8_t value;
    uint8_t field; /* the bits that it determines, including those of `value` */
    bool alone;    /* excludes all other units of the same field */
};

/* All parts of an event. */
struct event_units {
    uint8_t by_default; /* unit mask if no unit is named */
    uint8_t n;
    const struct event_unit *unit;
};

struct event {
    uint16_t code;                   /* event select, or EVENT_CODE_... */
    uint16_t counters : 4;           /* mask of EVENT_COUNTER_... */
    uint16_t groups : 6;             /* mask of enum event_group; 0 for none */
    uint16_t kind : 1;               /* enum event_kind */
    uint16_t near : 1;               /* the code between the two reads of a probe can change the
                                        count, so the near counter counts it: pmc/schedule.h */
    uint16_t processors : 4;         /* members of the family that have the event; bits defined
                                        by the family's header */
    const struct event_units *units; /* NULL: no units, and a unit mask of 0 */
    const char *name;                /* thesis parameter name, Intel's or AMD's name:
                                        [A-Za-z0-9_]+ */
    const char *words;               /* mnemonic, NUL, heading; NULL where both are the name */
};

const char *event_mnemonic(const struct event *event); /* Intel's or AMD's name */
const char *event_heading(const struct event *event);  /* readable name for reports */

/* Clocks by the time-stamp counter; processors without event counters have it too. */
extern const struct event pmc_time_stamp;

/* The event of EVENT_CODE_RAW; any counter can count it. */
extern const struct event pmc_raw_event;
