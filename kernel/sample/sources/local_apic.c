/*
 * SPDX-License-Identifier: MIT
 * Saves and restores the local APIC's registers.
 */
#include "kernel/sample/sources/local_apic.h"

#include "boot/descriptors.h"
#include "kernel/machine/paging.h"

void stub_apic(void); /* defined in sample_stubs.asm */

/* Registers that are changed, and their previous values. */
static const uint16_t kept[] = {APIC_LVT_TIMER, APIC_LVT_PERFORMANCE, APIC_LVT_LINT0,
                                APIC_LVT_LINT1, APIC_DIVIDE};
#define KEPT (sizeof kept / sizeof kept[0])

static uint32_t found[KEPT], found_spurious;

const char *local_apic_open(void)
{
    const char *missing = apic_registers_find(paging_map_device);
    if (missing)
        return missing;
    found_spurious = *apic_register(APIC_SPURIOUS);
    for (unsigned i = 0; i < KEPT; i++)
        found[i] = *apic_register(kept[i]);
    descriptors_set_interrupt(VECTOR_APIC, stub_apic);
    *apic_register(APIC_SPURIOUS) = APIC_SPURIOUS_ENABLE | VECTOR_SPURIOUS_SLAVE;
    if (!(found_spurious & APIC_SPURIOUS_ENABLE)) {
        *apic_register(APIC_LVT_LINT0) = APIC_ENTRY_EXTINT;
        *apic_register(APIC_LVT_LINT1) = APIC_ENTRY_NMI;
    }
    return NULL;
}

void local_apic_close(void)
{
    for (unsigned i = 0; i < KEPT; i++)
        *apic_register(kept[i]) = found[i];
    *apic_register(APIC_SPURIOUS) = found_spurious;
}
