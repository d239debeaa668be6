/*
 * SPDX-License-Identifier: MIT
 * Stops leftover BIOS activities: port 61h and A20 as in the IBM AT Technical Reference. The
 * latches are cleared and need not be read again.
 */
#include "kernel/machine/bios_leftovers.h"

#include "kernel/machine/interrupt_lines.h"
#include "kernel/lib/x86.h"

#define PORT_SYSTEM_B 0x61
/* If set, memory parity raises no NMI, and its latch is cleared. */
#define SYSTEM_B_NO_PARITY      0x04
#define SYSTEM_B_NO_CHANNEL     0x08 /* the same for channel check, raised by a card */
#define SYSTEM_B_CHANNEL_FAILED 0x40
#define SYSTEM_B_PARITY_FAILED  0x80
#define SYSTEM_B_WRITABLE       0x0F
#define SYSTEM_B_ABSENT         0xFF /* the first two bits would have cleared the last two */

#define A20 (1u << 20)

struct leftovers leftovers_quiet(void)
{
    uint8_t system_b = port_read8(PORT_SYSTEM_B);
    if (system_b == SYSTEM_B_ABSENT)
        system_b = 0;
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

/* If the line is closed, a value written to one address appears at the other. Tried twice. */
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
