/*
 * SPDX-License-Identifier: MIT
 * The processor's own interrupt controller (Intel SDM volume 3, chapter 10).
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
    APIC_INITIAL = 0x380, /* the timer's count, which a write starts */
    APIC_CURRENT = 0x390,
    APIC_DIVIDE = 0x3E0,
};

#define APIC_ENTRY_MASKED 0x10000u /* of an LVT register */

volatile uint32_t *apic_register(unsigned offset);

/*
 * Finds it and switches it on, with the gate of VECTOR_APIC set. One that its BIOS has left
 * switched off has the lines let through that it then stands before (10.1: virtual wire). NULL, or
 * why it cannot be used.
 */
const char *local_apic_open(void);

/* As it was. */
void local_apic_close(void);
