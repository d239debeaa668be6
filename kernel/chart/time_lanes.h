/*
 * SPDX-License-Identifier: MIT
 * Lanes of time ticks, as on a logic analyzer: a row for each channel, with a mark where it has an
 * event.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

#define TIME_LANES_MOST  16
#define TIME_LANES_WIDTH 62
#define TIME_LANES_NAME  16

struct time_lanes {
    uint64_t length; /* clocks; the last one is drawn too */
    unsigned n;
    unsigned left_out; /* marks of channels beyond the last lane */
    char name[TIME_LANES_MOST][TIME_LANES_NAME + 1];
    uint16_t marks[TIME_LANES_MOST][TIME_LANES_WIDTH];
};

void time_lanes_begin(struct time_lanes *lanes, uint64_t length);

/* Adds a mark, and a lane if this channel has none. `time` is at most the length. */
void time_lanes_mark(struct time_lanes *lanes, const char *name, uint64_t time);

/*
 * Writes a lane without its newline, of at most 79 columns: '|' for a mark, a digit for several in
 * one column, '+' for more than 9. Returns the length, as format() does.
 */
int time_lanes_write(const struct time_lanes *lanes, unsigned lane, char *text, size_t size);
