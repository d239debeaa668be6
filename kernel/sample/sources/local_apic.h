/*
 * SPDX-License-Identifier: MIT
 * The local APIC, the processor's interrupt controller (Intel SDM volume 3, chapter 10).
 */
#pragma once

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

#define APIC_ENTRY_MASKED 0x10000u /* mask bit of an LVT register */

volatile uint32_t *apic_register(unsigned offset);

/*
 * Finds and enables the APIC, with the gate of VECTOR_APIC set. If the BIOS has left it disabled,
 * the interrupt lines, which then pass through it, are enabled in it (10.1: virtual wire). Returns
 * NULL, or the reason why it is unavailable.
 */
const char *local_apic_open(void);

/* Restores its previous state. */
void local_apic_close(void);
