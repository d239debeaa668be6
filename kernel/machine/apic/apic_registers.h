/*
 * SPDX-License-Identifier: MIT
 * Finds the local APIC, the processor's interrupt controller, and accesses its registers (Intel SDM
 * volume 3, chapter 10).
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Offsets of registers (SDM volume 3, table 10-1). */
enum {
    APIC_END = 0x0B0, /* a write ends the interrupt */
    APIC_SPURIOUS = 0x0F0,
    APIC_LVT_TIMER = 0x320,
    APIC_LVT_PERFORMANCE = 0x340,
    APIC_LVT_LINT0 = 0x350,
    APIC_LVT_LINT1 = 0x360,
    APIC_INITIAL = 0x380, /* the timer's count; a write starts it */
    APIC_CURRENT = 0x390,
    APIC_DIVIDE = 0x3E0,
};

#define APIC_SPURIOUS_ENABLE 0x100u

#define APIC_ENTRY_NMI    0x400u   /* delivery modes of an LVT register */
#define APIC_ENTRY_EXTINT 0x700u   /* as the PC's interrupt controllers request it */
#define APIC_ENTRY_MASKED 0x10000u /* mask bit of an LVT register */

/*
 * Finds the registers; `map` makes an address beyond memory accessible, if it can. Returns NULL, or
 * the reason why there is no APIC.
 */
const char *apic_registers_find(bool (*map)(uint32_t address));

/* Valid after apic_registers_find(). */
volatile uint32_t *apic_register(unsigned offset);

/*
 * Enables the APIC. If the BIOS has left it disabled, the interrupt lines, which then pass through
 * it, are enabled in it (SDM volume 3, 10.1: virtual wire). It remains enabled: disabling it again
 * would mask LINT0, and with it all lines of the interrupt controllers ("Local APIC State After It
 * Has Been Software Disabled").
 */
void apic_registers_enable(void);
