/*
 * SPDX-License-Identifier: MIT
 * What a countable event is. Each family has a table of its own; kernel, simulator, host
 * and tests all read them through this header.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* Not an event select: the clock is counted by setting bit 2 of a counter's control field. */
#define EVENT_CODE_CLOCKS 0x100

/* Not a counter's at all: the time-stamp counter, read by the probes in a pass of its own. */
#define EVENT_CODE_TIME_STAMP 0x101

/* Asked for as r<hex>, and in no table: struct counted has the code. */
#define EVENT_CODE_RAW 0x102

enum event_kind {
    EVENT_OCCURRENCE, /* how often it happened */
    EVENT_DURATION,   /* clocks for which it lasted */
};

/* Counters that can count an event, as a mask with bit n for counter n. */
#define EVENT_COUNTER_0     1u
#define EVENT_COUNTER_1     2u
#define EVENT_COUNTERS_BOTH 3u
#define EVENT_COUNTERS_ALL  15u

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

/* A part of an event, by bits of the selector's unit mask. */
struct event_unit {
    const char *name;
    uint8_t value;
    uint8_t field; /* the bits that it says something about, value among them */
    bool alone;    /* no other unit of that field may be named beside it */
};

/* The parts that an event has. */
struct event_units {
    uint8_t by_default; /* unit mask where none is named */
    uint8_t n;
    const struct event_unit *unit;
};

struct event {
    uint16_t code;                   /* event select, or EVENT_CODE_ */
    uint16_t counters : 4;           /* mask */
    uint16_t groups : 6;             /* mask of enum event_group; 0 for none */
    uint16_t kind : 1;               /* enum event_kind */
    uint16_t processors : 4;         /* those of the family that have it, by its header's mask */
    const struct event_units *units; /* NULL: none, and a unit mask of 0 */
    const char *name;                /* thesis parameter name, or Intel's or AMD's: [A-Za-z0-9_]+ */
    const char *words; /* mnemonic, a 0, and a heading; NULL where both are the name */
};

const char *event_mnemonic(const struct event *event); /* Intel's or AMD's */
const char *event_heading(const struct event *event);  /* for a person */

/* Clocks by the time-stamp counter, which processors without event counters have too. */
extern const struct event pmc_time_stamp;

/* What EVENT_CODE_RAW counts: any counter can be set to it. */
extern const struct event pmc_raw_event;
