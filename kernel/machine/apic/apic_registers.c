/*
 * SPDX-License-Identifier: MIT
 * Address of the local APIC's registers, and its state for interrupts.
 */
#include "kernel/machine/apic/apic_registers.h"

#include "boot/descriptors.h"
#include "kernel/lib/x86.h"

#define CPUID_APIC       (1u << 9) /* EDX of leaf 1: present and enabled */
#define MSR_APIC_BASE    0x1B      /* exists from the P6 on */
#define APIC_BASE_ENABLE (1u << 11)
#define APIC_BASE_USUAL  0xFEE00000u /* a P54C's, which lacks that register */
#define FIRST_FAMILY_MSR 6

static uint32_t base;

volatile uint32_t *apic_register(unsigned offset)
{
    return (volatile uint32_t *)(uintptr_t)(base + offset);
}

const char *apic_registers_find(bool (*map)(uint32_t address))
{
    struct cpuid_result id = cpuid(1);
    uint64_t value;
    if (!(id.edx & CPUID_APIC))
        return "this processor has no local APIC, or it is switched off";
    base = APIC_BASE_USUAL;
    if ((id.eax >> 8 & 15) >= FIRST_FAMILY_MSR) {
        if (x86_rdmsr_safe(MSR_APIC_BASE, &value) || !(value & APIC_BASE_ENABLE))
            return "the local APIC is switched off (MSR 1Bh)";
        base = (uint32_t)value & ~0xFFFu;
    }
    return map(base) ? NULL : "this processor has no 4 MB pages, which map the local APIC";
}

void apic_registers_enable(void)
{
    const bool enabled = *apic_register(APIC_SPURIOUS) & APIC_SPURIOUS_ENABLE;
    *apic_register(APIC_SPURIOUS) = APIC_SPURIOUS_ENABLE | VECTOR_SPURIOUS_SLAVE;
    if (enabled)
        return;
    *apic_register(APIC_LVT_LINT0) = APIC_ENTRY_EXTINT;
    *apic_register(APIC_LVT_LINT1) = APIC_ENTRY_NMI;
}
