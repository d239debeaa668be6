/*
 * SPDX-License-Identifier: MIT
 * The timer of the local APIC (Intel SDM volume 3, chapter 10), which no chip set stands before:
 * armed by one store. One that its BIOS has left switched off is switched on for the while, with
 * the lines that it then stands before let through (10.1: virtual wire).
 */
#include "kernel/sample/sample_source.h"

#include "kernel/lib/x86.h"
#include "kernel/machine/paging.h"

#define CPUID_APIC       (1u << 9) /* EDX of leaf 1: there, and switched on */
#define MSR_APIC_BASE    0x1B      /* from the P6 on */
#define APIC_BASE_ENABLE (1u << 11)
#define APIC_BASE_USUAL  0xFEE00000u /* of a P54C, which has no such register */

enum {
    APIC_END = 0x0B0,
    APIC_SPURIOUS = 0x0F0,
    APIC_LVT_TIMER = 0x320,
    APIC_LVT_LINT0 = 0x350,
    APIC_LVT_LINT1 = 0x360,
    APIC_INITIAL = 0x380,
    APIC_CURRENT = 0x390,
    APIC_DIVIDE = 0x3E0,
};

#define SPURIOUS_ENABLE  0x100u
#define ENTRY_MASKED     0x10000u
#define ENTRY_EXTINT     0x700u
#define ENTRY_NMI        0x400u
#define DIVIDE_BY_1      0x0Bu
#define MEASURED_PART    500 /* of a second, for which the timer is watched */
#define FIRST_FAMILY_MSR 6

void stub_apic(void); /* sample_stubs.asm */

static uint32_t base, ticks_hz;
static struct {
    uint32_t spurious, timer, lint0, lint1, divide;
} left; /* by the BIOS */

static volatile uint32_t *apic_register(unsigned offset)
{
    return (volatile uint32_t *)(uintptr_t)(base + offset);
}

static uint32_t measure_ticks(uint64_t tsc_hz)
{
    uint64_t end = rdtsc() + tsc_hz / MEASURED_PART;
    *apic_register(APIC_INITIAL) = UINT32_MAX;
    while (rdtsc() < end)
        ;
    return (UINT32_MAX - *apic_register(APIC_CURRENT)) * MEASURED_PART;
}

static const char *find_apic(void)
{
    struct cpuid_result id = cpuid(1);
    uint64_t value;
    if (!(id.edx & CPUID_APIC))
        return "this processor has no local APIC, or it is switched off";
    base = APIC_BASE_USUAL;
    if ((id.eax >> 8 & 15) < FIRST_FAMILY_MSR)
        return NULL;
    if (rdmsr_safe(MSR_APIC_BASE, &value) || !(value & APIC_BASE_ENABLE))
        return "the local APIC is switched off (MSR 1Bh)";
    base = (uint32_t)value & ~0xFFFu;
    return NULL;
}

static const char *open_apic(uint64_t tsc_hz, unsigned rate)
{
    const char *missing = find_apic();
    (void)rate;
    if (missing)
        return missing;
    paging_map_device(base);
    left.spurious = *apic_register(APIC_SPURIOUS);
    left.timer = *apic_register(APIC_LVT_TIMER);
    left.lint0 = *apic_register(APIC_LVT_LINT0);
    left.lint1 = *apic_register(APIC_LVT_LINT1);
    left.divide = *apic_register(APIC_DIVIDE);
    descriptors_set_interrupt(VECTOR_APIC, stub_apic);
    *apic_register(APIC_SPURIOUS) = SPURIOUS_ENABLE | VECTOR_SPURIOUS_SLAVE;
    if (!(left.spurious & SPURIOUS_ENABLE)) {
        *apic_register(APIC_LVT_LINT0) = ENTRY_EXTINT;
        *apic_register(APIC_LVT_LINT1) = ENTRY_NMI;
    }
    *apic_register(APIC_LVT_TIMER) = ENTRY_MASKED | VECTOR_APIC;
    *apic_register(APIC_DIVIDE) = DIVIDE_BY_1;
    ticks_hz = measure_ticks(tsc_hz);
    *apic_register(APIC_INITIAL) = 0;
    *apic_register(APIC_LVT_TIMER) = VECTOR_APIC;
    return ticks_hz ? NULL : "the local APIC's timer does not count";
}

static uint32_t apic_hz(void)
{
    return ticks_hz;
}

static void arm_apic(uint32_t ticks)
{
    *apic_register(APIC_INITIAL) = ticks;
}

static bool takes_apic(const struct trap_frame *frame)
{
    if (frame->vector != VECTOR_APIC)
        return false;
    *apic_register(APIC_END) = 0;
    return true;
}

static void close_apic(void)
{
    *apic_register(APIC_LVT_TIMER) = ENTRY_MASKED | VECTOR_APIC;
    *apic_register(APIC_INITIAL) = 0;
    *apic_register(APIC_DIVIDE) = left.divide;
    *apic_register(APIC_LVT_TIMER) = left.timer;
    *apic_register(APIC_LVT_LINT0) = left.lint0;
    *apic_register(APIC_LVT_LINT1) = left.lint1;
    *apic_register(APIC_SPURIOUS) = left.spurious;
}

const struct sample_source sample_by_apic = {
    .name = "apic",
    .most = UINT32_MAX,
    .open = open_apic,
    .hz = apic_hz,
    .arm = arm_apic,
    .takes = takes_apic,
    .close = close_apic,
};
