/*
 * SPDX-License-Identifier: MIT
 * Saves and restores the local APIC's registers.
 */
#include "kernel/sample/sources/local_apic.h"

#include "boot/descriptors.h"
#include "kernel/machine/paging.h"

void stub_apic(void); /* defined in sample_stubs.asm */

/* Registers that are changed, and their previous values. */
static const uint16_t kept[] = {APIC_LVT_TIMER, APIC_LVT_PERFORMANCE, APIC_DIVIDE};
#define KEPT (sizeof kept / sizeof kept[0])

static uint32_t found[KEPT];

const char *local_apic_open(void)
{
    const char *missing = apic_registers_find(paging_map_device);
    if (missing)
        return missing;
    for (unsigned i = 0; i < KEPT; i++)
        found[i] = *apic_register(kept[i]);
    descriptors_set_interrupt(VECTOR_APIC, stub_apic);
    apic_registers_enable();
    return NULL;
}

/*
 * Lets an interrupt that is still pending come, since the next source would not acknowledge it. No
 * session is active, so it only ends.
 */
static void local_apic_drain(void)
{
    __asm__ volatile("sti; nop; cli" : : : "memory");
}

void local_apic_close(void)
{
    local_apic_drain();
    for (unsigned i = 0; i < KEPT; i++)
        *apic_register(kept[i]) = found[i];
}
