/*
 * SPDX-License-Identifier: MIT
 * LINT0 as NMI.
 */
#include "kernel/machine/apic/nmi_line.h"

#include "boot/descriptors.h"
#include "kernel/machine/apic/apic_registers.h"

static const uint16_t changed[] = {APIC_LVT_LINT0, APIC_LVT_LINT1};
#define CHANGED (sizeof changed / sizeof changed[0])

static bool is_set;
static uint32_t found[CHANGED], found_spurious;

bool nmi_line_find(bool (*map)(uint32_t address))
{
    return !apic_registers_find(map);
}

/* Enabling the APIC unmasks nothing, so LINT1 is enabled as it was without the APIC. */
static void nmi_line_enable(void)
{
    found_spurious = *apic_register(APIC_SPURIOUS);
    for (unsigned i = 0; i < CHANGED; i++)
        found[i] = *apic_register(changed[i]);
    *apic_register(APIC_SPURIOUS) = APIC_SPURIOUS_ENABLE | VECTOR_SPURIOUS_SLAVE;
    *apic_register(APIC_LVT_LINT0) = APIC_ENTRY_NMI;
    if (!(found_spurious & APIC_SPURIOUS_ENABLE))
        *apic_register(APIC_LVT_LINT1) = APIC_ENTRY_NMI;
}

void nmi_line_set(bool yes)
{
    if (yes == is_set)
        return;
    is_set = yes;
    if (yes) {
        nmi_line_enable();
        return;
    }
    /*
     * Disabling the APIC again would mask LINT0, and with it all lines of the interrupt controllers
     * (SDM volume 3, "Local APIC State After It Has Been Software Disabled").
     */
    if (!(found_spurious & APIC_SPURIOUS_ENABLE)) {
        *apic_register(APIC_LVT_LINT0) = APIC_ENTRY_EXTINT;
        return;
    }
    for (unsigned i = 0; i < CHANGED; i++)
        *apic_register(changed[i]) = found[i];
    *apic_register(APIC_SPURIOUS) = found_spurious;
}
