/*
 * SPDX-License-Identifier: MIT
 * The driver's buffers: fields of several bytes, lowest byte first (thesis, Figures 3.2 and 3.3).
 */
#include "libp5mon/p5mon_device.h"

#include "pmc/p5/p5_registers.h"

#define CESR_BYTES    4
#define MODE_BYTE     4
#define COUNTER_BYTES (P5_COUNTER_BITS / 8)
#define PRESET_0_BYTE 5
#define PRESET_1_BYTE (PRESET_0_BYTE + COUNTER_BYTES)
#define READ_FIELD    8

static void p5mon_buffer_pack(uint8_t *bytes, unsigned count, uint64_t value)
{
    for (unsigned i = 0; i < count; i++, value >>= 8)
        bytes[i] = (uint8_t)value;
}

static uint64_t p5mon_buffer_unpack(const uint8_t *bytes, unsigned count)
{
    uint64_t value = 0;
    while (count--)
        value = value << 8 | bytes[count];
    return value;
}

enum p5mon_action p5mon_buffer_action(unsigned mode, unsigned counter)
{
    /* Table 3.1: a row for each mode, a column for each counter. */
    static const uint8_t actions[P5MON_MODES][P5_COUNTERS] = {
        {P5MON_KEEP, P5MON_KEEP},   {P5MON_CLEAR, P5MON_KEEP},   {P5MON_KEEP, P5MON_CLEAR},
        {P5MON_CLEAR, P5MON_CLEAR}, {P5MON_PRESET, P5MON_CLEAR}, {P5MON_CLEAR, P5MON_PRESET},
        {P5MON_PRESET, P5MON_KEEP}, {P5MON_KEEP, P5MON_PRESET},  {P5MON_PRESET, P5MON_PRESET},
        {P5MON_CLEAR, P5MON_CLEAR},
    };
    return actions[mode][counter];
}

static bool p5mon_buffer_presets(unsigned mode)
{
    return p5mon_buffer_action(mode, 0) == P5MON_PRESET ||
           p5mon_buffer_action(mode, 1) == P5MON_PRESET;
}

size_t p5mon_buffer_pack_write(const struct p5mon_write *write,
                               uint8_t buffer[P5MON_WRITE_PRESET_BYTES])
{
    p5mon_buffer_pack(buffer, CESR_BYTES, write->cesr);
    buffer[MODE_BYTE] = write->mode;
    if (write->mode >= P5MON_MODES || !p5mon_buffer_presets(write->mode))
        return P5MON_WRITE_BYTES;
    p5mon_buffer_pack(buffer + PRESET_0_BYTE, COUNTER_BYTES, write->preset[0]);
    p5mon_buffer_pack(buffer + PRESET_1_BYTE, COUNTER_BYTES, write->preset[1]);
    return P5MON_WRITE_PRESET_BYTES;
}

int p5mon_buffer_unpack_write(struct p5mon_write *write, const uint8_t *buffer, size_t count)
{
    if (count != P5MON_WRITE_BYTES && count != P5MON_WRITE_PRESET_BYTES)
        return E_P5MON_INVALID;
    *write = (struct p5mon_write){
        .cesr = (uint32_t)p5mon_buffer_unpack(buffer, CESR_BYTES),
        .mode = buffer[MODE_BYTE],
    };
    if (write->mode >= P5MON_MODES)
        return E_P5MON_INVALID;
    if (count == P5MON_WRITE_BYTES)
        return p5mon_buffer_presets(write->mode) ? E_P5MON_INVALID : 0;
    write->preset[0] = p5mon_buffer_unpack(buffer + PRESET_0_BYTE, COUNTER_BYTES);
    write->preset[1] = p5mon_buffer_unpack(buffer + PRESET_1_BYTE, COUNTER_BYTES);
    return 0;
}

void p5mon_buffer_pack_read(const struct p5mon_read *read, uint8_t buffer[P5MON_READ_BYTES])
{
    p5mon_buffer_pack(buffer, READ_FIELD, read->counter[0]);
    p5mon_buffer_pack(buffer + READ_FIELD, READ_FIELD, read->counter[1]);
    p5mon_buffer_pack(buffer + 2 * READ_FIELD, READ_FIELD, read->cesr);
}

void p5mon_buffer_unpack_read(struct p5mon_read *read, const uint8_t buffer[P5MON_READ_BYTES])
{
    read->counter[0] = p5mon_buffer_unpack(buffer, READ_FIELD);
    read->counter[1] = p5mon_buffer_unpack(buffer + READ_FIELD, READ_FIELD);
    read->cesr = p5mon_buffer_unpack(buffer + 2 * READ_FIELD, READ_FIELD);
}
