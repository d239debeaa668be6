/*
 * SPDX-License-Identifier: MIT
 * An 8254 timer with the PC's port 61h (Intel 8254 data sheet). Time is in ticks of its 1.193182
 * MHz input; a count is computed from the tick at which it was loaded.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#define PIT_HZ 1193182u

struct pit_channel {
    uint8_t mode;
    uint8_t access; /* 1 low byte, 2 high byte, 3 both */
    bool decimal;   /* counts in four BCD digits */
    bool gate, loaded;
    bool write_high, read_high;
    uint8_t write_low;
    uint32_t reload;  /* 1 to 65536, or to 10000 in BCD */
    uint64_t start;   /* tick at which the count was `reload` */
    uint64_t stopped; /* ticks counted when the gate closed */
    bool count_latched, status_latched;
    uint16_t latch;
    uint8_t status;
};

struct pit {
    struct pit_channel channel[3];
    uint8_t port61; /* bits 0 and 1 as written */
};

void pit_reset(struct pit *pit);
uint8_t pit_in(struct pit *pit, uint16_t port, uint64_t tick);
void pit_out(struct pit *pit, uint16_t port, uint8_t value, uint64_t tick);
/* Level of a channel's OUT. */
bool pit_output(const struct pit_channel *channel, uint64_t tick);
/* The first tick after `tick` at which channel 0's OUT rises; UINT64_MAX: never. */
uint64_t pit_next_rise(const struct pit *pit, uint64_t tick);
