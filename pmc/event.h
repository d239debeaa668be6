/*
 * SPDX-License-Identifier: MIT
 * What a countable event is. The tables in pmc/events/ say which there are; kernel, simulator, host
 * and tests all read them through this header.
 */
#pragma once

#include <stdint.h>

/* Not an event select: the clock is counted by setting bit 2 of a counter's control field. */
#define EVENT_CODE_CLOCKS 0x100

enum event_kind {
    EVENT_OCCURRENCE, /* how often it happened */
    EVENT_DURATION,   /* clocks for which it lasted */
};

/* Counters that can count an event, as a mask with bit n for counter n. */
#define EVENT_COUNTERS_BOTH 3u

struct event {
    uint16_t code;        /* event select, or EVENT_CODE_CLOCKS */
    uint16_t counters;    /* mask */
    enum event_kind kind;
    const char *name;     /* thesis parameter name, [A-Za-z0-9_]+ */
    const char *mnemonic; /* Intel's */
    const char *text;     /* for a person */
};

/* The codes by name: P5_data_read = 0x00 and so on. */
enum p5_event_code {
#define EVENT(code, name, mnemonic, text, kind, counters, note) P5_##name = code,
#include "events/p5.def"
#undef EVENT
};

/* An event select field has 6 bits on the P5. */
#define P5_EVENT_CODES 64
