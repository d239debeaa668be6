/*
 * SPDX-License-Identifier: MIT
 * Sampling source: an overflow of counter 0. It interrupts through the local APIC's LVT entry (P6
 * and K7: Intel SDM volume 3, 18.22.5), or through a P5's pin PM0, which a modified socket connects
 * to NMI. Opening the source tests for that connection.
 */
#include "kernel/sample/sources/sample_source.h"

#include "kernel/lib/x86.h"
#include "kernel/sample/sources/local_apic.h"
#include "pmc/netburst/counters/netburst_counters.h"

static const char *open_overflow(uint64_t tsc_hz, unsigned rate)
{
    const char *missing = local_apic_open();
    (void)tsc_hz, (void)rate;
    if (!missing)
        *apic_register(APIC_LVT_PERFORMANCE) = VECTOR_APIC;
    return missing;
}

/* On later processors the entry masks itself on delivery, so it is written again. */
static bool takes_overflow(const struct trap_frame *frame)
{
    if (frame->vector != VECTOR_APIC)
        return false;
    *apic_register(APIC_LVT_PERFORMANCE) = VECTOR_APIC;
    *apic_register(APIC_END) = 0;
    return true;
}

static uint32_t overflow_source_hz(void)
{
    return 1;
}

const struct sample_source sample_by_overflow = {
    .name = "overflow",
    .counts = true,
    .most = INT32_MAX,
    .open = open_overflow,
    .hz = overflow_source_hz,
    .acknowledge = takes_overflow,
    .close = local_apic_close,
};

/*
 * On a Pentium 4 the entry masks itself with each interrupt, and CCCR.OVF stays set. The counters
 * are stopped, which clears it, before the entry is unmasked (Intel SDM volume 3, 18.15.5.8); they
 * are restarted afterwards.
 */
static bool overflow_source_netburst(const struct trap_frame *frame)
{
    if (frame->vector != VECTOR_APIC)
        return false;
    netburst_stop();
    *apic_register(APIC_LVT_PERFORMANCE) = VECTOR_APIC;
    *apic_register(APIC_END) = 0;
    return true;
}

const struct sample_source sample_by_netburst = {
    .name = "overflow",
    .counts = true,
    .most = INT32_MAX,
    .open = open_overflow,
    .hz = overflow_source_hz,
    .acknowledge = overflow_source_netburst,
    .close = local_apic_close,
};

static const char *open_pm0(uint64_t tsc_hz, unsigned rate)
{
    (void)tsc_hz, (void)rate;
    return NULL;
}

static bool takes_pm0(const struct trap_frame *frame)
{
    return frame->vector == VECTOR_NMI;
}

static void close_pm0(void)
{
}

const struct sample_source sample_by_pm0 = {
    .name = "pm0",
    .counts = true,
    .most = INT32_MAX,
    .open = open_pm0,
    .hz = overflow_source_hz,
    .acknowledge = takes_pm0,
    .close = close_pm0,
};
