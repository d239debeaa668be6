/*
 * SPDX-License-Identifier: MIT
 * CMOS accesses with the delay that an old clock needs, as in other kernels.
 */
#include "kernel/time/cmos.h"

#include "kernel/lib/x86.h"

#define PORT_INDEX 0x70
#define PORT_DATA  0x71

uint8_t cmos_read(uint8_t index)
{
    port_write8(PORT_INDEX, index);
    port_pause();
    uint8_t value = port_read8(PORT_DATA);
    port_pause();
    return value;
}

void cmos_write(uint8_t index, uint8_t value)
{
    port_write8(PORT_INDEX, index);
    port_pause();
    port_write8(PORT_DATA, value);
    port_pause();
}
