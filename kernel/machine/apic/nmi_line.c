/*
 * SPDX-License-Identifier: MIT
 * LINT0 as NMI.
 */
#include "kernel/machine/apic/nmi_line.h"

#include "kernel/machine/apic/apic_registers.h"

static bool is_set;
static uint32_t found;

bool nmi_line_find(bool (*map)(uint32_t address))
{
    return !apic_registers_find(map);
}

void nmi_line_set(bool yes)
{
    if (yes == is_set)
        return;
    is_set = yes;
    if (yes) {
        apic_registers_enable();
        found = *apic_register(APIC_LVT_LINT0);
    }
    *apic_register(APIC_LVT_LINT0) = yes ? APIC_ENTRY_NMI : found;
}
