/*
 * SPDX-License-Identifier: MIT
 * Sampling source: the timer of the local APIC (Intel SDM volume 3, 10.5.4). It needs no chip set
 * and is armed by one store.
 */
#include "kernel/sample/sources/sample_source.h"

#include "kernel/lib/x86.h"
#include "kernel/sample/sources/local_apic.h"

#define DIVIDE_BY_1   0x0Bu
#define MEASURED_PART 500 /* the timer is measured for 1/500 of a second */

static uint32_t ticks_hz;

static uint32_t measure_ticks(uint64_t tsc_hz)
{
    uint64_t end = rdtsc() + tsc_hz / MEASURED_PART;
    *apic_register(APIC_INITIAL) = UINT32_MAX;
    while (rdtsc() < end)
        ;
    return (UINT32_MAX - *apic_register(APIC_CURRENT)) * MEASURED_PART;
}

static const char *apic_source_open(uint64_t tsc_hz, unsigned rate)
{
    const char *missing = local_apic_open();
    (void)rate;
    if (missing)
        return missing;
    *apic_register(APIC_LVT_TIMER) = APIC_ENTRY_MASKED | VECTOR_APIC;
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
    *apic_register(APIC_INITIAL) = 0;
    local_apic_close();
}

const struct sample_source sample_by_apic = {
    .name = "apic",
    .most = UINT32_MAX,
    .open = apic_source_open,
    .hz = apic_hz,
    .arm = arm_apic,
    .acknowledge = takes_apic,
    .close = close_apic,
};
