/*
 * SPDX-License-Identifier: MIT
 * The library's functions that call the device (thesis, Figure 3.5).
 */
#include "libp5mon/libp5mon.h"

#include "libp5mon/p5mon_device.h"

int p5mon_init(void)
{
    return p5mon_device_open();
}

int p5mon_close(void)
{
    return p5mon_device_close();
}

int p5mon_config(CNT_CONFIG *config)
{
    uint8_t buffer[P5MON_WRITE_PRESET_BYTES];
    int count = p5mon_gen_buffer(config, buffer);
    if (count > 0)
        count = p5mon_device_write(buffer, (size_t)count);
    return count < 0 ? count : 0;
}

int p5mon_clear(void)
{
    CNT_CONFIG config = {.clr = clear_only};
    return p5mon_config(&config);
}

int p5mon_read(ULONG *result)
{
    uint8_t buffer[P5MON_READ_BYTES];
    struct p5mon_read read;
    if (!result)
        return E_P5MON_INVALID;
    int count = p5mon_device_read(buffer, sizeof buffer);
    if (count < 0)
        return count;
    p5mon_buffer_unpack_read(&read, buffer);
    result[0] = read.counter[0];
    result[1] = read.counter[1];
    result[2] = read.cesr;
    return 0;
}
