/*
 * SPDX-License-Identifier: MIT
 * 8254 timer: counts and outputs of the channels, computed from the time on every access.
 */
#include "sim/devices/pit.h"

#define PORT_CONTROL 0x43
#define PORT_SYSTEM  0x61

void pit_reset(struct pit *pit)
{
    *pit = (struct pit){0};
    for (unsigned i = 0; i < 3; i++) {
        pit->channel[i].mode = 3;
        pit->channel[i].access = 3;
        pit->channel[i].reload = 65536;
        pit->channel[i].gate = i != 2;
        pit->channel[i].loaded = true;
    }
}

/* Ticks counted since the count was loaded. */
static uint64_t pit_elapsed(const struct pit_channel *channel, uint64_t tick)
{
    if (!channel->loaded)
        return 0;
    return channel->gate ? tick - channel->start : channel->stopped;
}

/* The largest count plus one; it is written and read as 0. */
static uint32_t full_count(const struct pit_channel *channel)
{
    return channel->decimal ? 10000 : 65536;
}

static uint16_t to_decimal(unsigned value)
{
    return (uint16_t)(value / 1000 << 12 | value / 100 % 10 << 8 | value / 10 % 10 << 4 |
                      value % 10);
}

/* The data sheet does not define digits above 9; here they have their binary value. */
static uint32_t from_decimal(uint32_t value)
{
    return (value >> 12) * 1000 + (value >> 8 & 15) * 100 + (value >> 4 & 15) * 10 + (value & 15);
}

/* Counting below 0 wraps to all ones, or all nines. */
static uint16_t pit_count(const struct pit_channel *channel, uint64_t tick)
{
    const uint32_t full = full_count(channel);
    const uint64_t n = pit_elapsed(channel, tick);
    uint32_t gone;

    switch (channel->mode) {
    case 2:
        gone = (uint32_t)(n % channel->reload);
        break;
    case 3:
        gone = (uint32_t)(n * 2 % channel->reload);
        break;
    default:
        gone = (uint32_t)(n % full);
        break;
    }

    const uint32_t left = (channel->reload + full - gone) % full;

    return channel->decimal ? to_decimal(left) : (uint16_t)left;
}

bool pit_output(const struct pit_channel *channel, uint64_t tick)
{
    const uint64_t n = pit_elapsed(channel, tick);

    switch (channel->mode) {
    case 0:
    case 1:
        return channel->loaded && n >= channel->reload;
    case 2:
        return !channel->gate || n % channel->reload != channel->reload - 1;
    case 3:
        return !channel->gate || n % channel->reload < (channel->reload + 1) / 2;
    default:
        return n != channel->reload;
    }
}

uint64_t pit_next_rise(const struct pit *pit, uint64_t tick)
{
    const struct pit_channel *channel = &pit->channel[0];
    const uint64_t n = pit_elapsed(channel, tick);

    if (!channel->loaded)
        return UINT64_MAX;
    switch (channel->mode) {
    case 2:
    case 3:
        return tick + channel->reload - n % channel->reload;
    case 0:
        return n < channel->reload ? tick + channel->reload - n : UINT64_MAX;
    case 4:
        return n <= channel->reload ? tick + channel->reload + 1 - n : UINT64_MAX;
    default:
        return UINT64_MAX; /* triggered by the gate, which is tied high on channel 0 */
    }
}

/* ---- registers ----------------------------------------------------------------------------- */

static void pit_load(struct pit_channel *channel, uint32_t value, uint64_t tick)
{
    if (channel->decimal)
        value = from_decimal(value);
    channel->reload = value ? value : full_count(channel);
    channel->start = tick;
    channel->stopped = 0;
    channel->loaded = true;
}

static void pit_write_count(struct pit_channel *channel, uint8_t value, uint64_t tick)
{
    switch (channel->access) {
    case 1:
        pit_load(channel, value, tick);
        break;
    case 2:
        pit_load(channel, (uint32_t)value << 8, tick);
        break;
    default:
        if (channel->write_high) {
            pit_load(channel, (uint32_t)value << 8 | channel->write_low, tick);
        } else {
            channel->write_low = value;
            channel->loaded &= channel->mode != 0; /* the first of two bytes stops mode 0 */
        }
        channel->write_high = !channel->write_high;
        break;
    }
}

static uint8_t pit_read_count(struct pit_channel *channel, uint64_t tick)
{
    const uint16_t value = channel->count_latched ? channel->latch : pit_count(channel, tick);
    const bool high = channel->access == 2 || (channel->access == 3 && channel->read_high);

    if (channel->status_latched) {
        channel->status_latched = false;
        return channel->status;
    }
    if (channel->access == 3)
        channel->read_high = !channel->read_high;
    if (channel->access != 3 || high)
        channel->count_latched = false;
    return (uint8_t)(high ? value >> 8 : value);
}

static void latch_count(struct pit_channel *channel, uint64_t tick)
{
    if (channel->count_latched)
        return;
    channel->latch = pit_count(channel, tick);
    channel->count_latched = true;
}

static void latch_status(struct pit_channel *channel, uint64_t tick)
{
    if (channel->status_latched)
        return;
    channel->status = (uint8_t)(pit_output(channel, tick) << 7 | !channel->loaded << 6 |
                                channel->access << 4 | channel->mode << 1 | channel->decimal);
    channel->status_latched = true;
}

/* Read-back: bits 1 to 3 select channels; bits 5 and 4, when clear, latch count and status. */
static void pit_read_back(struct pit *pit, uint8_t value, uint64_t tick)
{
    for (unsigned i = 0; i < 3; i++) {
        if (!(value & 2u << i))
            continue;
        if (!(value & 0x20))
            latch_count(&pit->channel[i], tick);
        if (!(value & 0x10))
            latch_status(&pit->channel[i], tick);
    }
}

static void pit_control(struct pit *pit, uint8_t value, uint64_t tick)
{
    const unsigned number = value >> 6;

    if (number == 3) {
        pit_read_back(pit, value, tick);
        return;
    }

    struct pit_channel *channel = &pit->channel[number];
    const uint8_t mode = value >> 1 & 7;

    if (!(value >> 4 & 3)) {
        latch_count(channel, tick);
        return;
    }
    channel->access = value >> 4 & 3;
    channel->mode = mode > 5 ? mode - 4 : mode;
    channel->decimal = value & 1;
    channel->loaded = false;
    channel->write_high = channel->read_high = false;
    channel->count_latched = channel->status_latched = false;
}

/* Sets the gate of channel 2: modes 0 and 4 pause and continue, the others restart on a rising
 * edge. */
static void pit_set_gate(struct pit_channel *channel, bool open, uint64_t tick)
{
    if (open == channel->gate)
        return;
    channel->stopped = pit_elapsed(channel, tick);
    channel->gate = open;
    if (open)
        channel->start = channel->mode == 0 || channel->mode == 4 ? tick - channel->stopped : tick;
}

uint8_t pit_in(struct pit *pit, uint16_t port, uint64_t tick)
{
    if (port == PORT_SYSTEM)
        return (uint8_t)(pit->port61 | (tick / 18 & 1) << 4 | /* refresh toggle, every 15 us */
                         pit_output(&pit->channel[2], tick) << 5);
    if (port == PORT_CONTROL)
        return 0xff;
    return pit_read_count(&pit->channel[port & 3], tick);
}

void pit_out(struct pit *pit, uint16_t port, uint8_t value, uint64_t tick)
{
    if (port == PORT_SYSTEM) {
        pit->port61 = value & 0x0f;
        pit_set_gate(&pit->channel[2], value & 1, tick);
    } else if (port == PORT_CONTROL) {
        pit_control(pit, value, tick);
    } else {
        pit_write_count(&pit->channel[port & 3], value, tick);
    }
}
