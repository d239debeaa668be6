/*
 * SPDX-License-Identifier: MIT
 * IBM AT Technical Reference: port 61h, and A20. What is reset there need not be read again.
 */
#include "kernel/machine/bios_leftovers.h"

#include "kernel/machine/interrupt_lines.h"
#include "kernel/lib/x86.h"

#define PORT_SYSTEM_B           0x61
#define SYSTEM_B_NO_PARITY      0x04 /* set: memory parity raises no NMI, and its latch is clear */
#define SYSTEM_B_NO_CHANNEL     0x08 /* likewise channel check, of a card */
#define SYSTEM_B_CHANNEL_FAILED 0x40
#define SYSTEM_B_PARITY_FAILED  0x80
#define SYSTEM_B_WRITABLE       0x0F

#define A20 (1u << 20)

struct leftovers leftovers_quiet(void)
{
    uint8_t system_b = port_read8(PORT_SYSTEM_B);
    struct leftovers left = {
        .pending = pic_pending(),
        .parity = system_b & SYSTEM_B_PARITY_FAILED,
        .channel_check = system_b & SYSTEM_B_CHANNEL_FAILED,
    };
    system_b = (system_b & SYSTEM_B_WRITABLE) | SYSTEM_B_NO_PARITY | SYSTEM_B_NO_CHANNEL;
    port_write8(PORT_SYSTEM_B, system_b);
    pic_install();
    return left;
}

/* Where it is closed, what is written here is seen there too, twice. */
bool leftovers_a20_open(void)
{
    static volatile uint32_t here;
    const volatile uint32_t *there = (const volatile uint32_t *)((uintptr_t)&here ^ A20);
    here = 0x20A20A20;
    if (*there != here)
        return true;
    here = ~here;
    return *there != here;
}
