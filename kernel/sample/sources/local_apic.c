/*
 * SPDX-License-Identifier: MIT
 * Locates the local APIC, and saves and restores its registers.
 */
#include "kernel/sample/sources/local_apic.h"

#include "boot/descriptors.h"
#include "kernel/lib/x86.h"
#include "kernel/machine/paging.h"

#define CPUID_APIC       (1u << 9) /* EDX of leaf 1: present and enabled */
#define MSR_APIC_BASE    0x1B      /* exists from the P6 on */
#define APIC_BASE_ENABLE (1u << 11)
#define APIC_BASE_USUAL  0xFEE00000u /* a P54C's, which lacks that register */
#define FIRST_FAMILY_MSR 6

#define SPURIOUS_ENABLE 0x100u
#define ENTRY_EXTINT    0x700u
#define ENTRY_NMI       0x400u

void stub_apic(void); /* defined in sample_stubs.asm */

/* Registers that are changed, and their previous values. */
static const uint16_t kept[] = {APIC_LVT_TIMER, APIC_LVT_PERFORMANCE, APIC_LVT_LINT0,
                                APIC_LVT_LINT1, APIC_DIVIDE};
#define KEPT (sizeof kept / sizeof kept[0])

static uint32_t base, found[KEPT], found_spurious;

volatile uint32_t *apic_register(unsigned offset)
{
    return (volatile uint32_t *)(uintptr_t)(base + offset);
}

static const char *local_apic_find(void)
{
    struct cpuid_result id = cpuid(1);
    uint64_t value;
    if (!(id.edx & CPUID_APIC))
        return "this processor has no local APIC, or it is switched off";
    base = APIC_BASE_USUAL;
    if ((id.eax >> 8 & 15) < FIRST_FAMILY_MSR)
        return NULL;
    if (x86_rdmsr_safe(MSR_APIC_BASE, &value) || !(value & APIC_BASE_ENABLE))
        return "the local APIC is switched off (MSR 1Bh)";
    base = (uint32_t)value & ~0xFFFu;
    return NULL;
}

const char *local_apic_open(void)
{
    const char *missing = local_apic_find();
    if (missing)
        return missing;
    paging_map_device(base);
    found_spurious = *apic_register(APIC_SPURIOUS);
    for (unsigned i = 0; i < KEPT; i++)
        found[i] = *apic_register(kept[i]);
    descriptors_set_interrupt(VECTOR_APIC, stub_apic);
    *apic_register(APIC_SPURIOUS) = SPURIOUS_ENABLE | VECTOR_SPURIOUS_SLAVE;
    if (!(found_spurious & SPURIOUS_ENABLE)) {
        *apic_register(APIC_LVT_LINT0) = ENTRY_EXTINT;
        *apic_register(APIC_LVT_LINT1) = ENTRY_NMI;
    }
    return NULL;
}

void local_apic_close(void)
{
    for (unsigned i = 0; i < KEPT; i++)
        *apic_register(kept[i]) = found[i];
    *apic_register(APIC_SPURIOUS) = found_spurious;
}
