/*
 * SPDX-License-Identifier: MIT
 * Enables the caches through CR0.CD and NW (Intel SDM volume 3, section 11.5), and times reads with
 * and without them.
 */
#include "kernel/machine/cache_control.h"

#include "kernel/lib/string.h"
#include "kernel/lib/x86.h"

#define LINES      32 /* 1 KB of 32-byte lines: fits any first-level cache */
#define TRIES      4  /* the fastest counts: the first one fills the lines */
#define LINE_DWORD (32 / sizeof(uint32_t))

static uint32_t cache_control_time_reads(void)
{
    static volatile uint32_t lines[LINES * LINE_DWORD];
    uint64_t fastest = UINT32_MAX;
    for (unsigned i = 0; i < TRIES; i++) {
        uint64_t begin = rdtsc();
        for (unsigned line = 0; line < LINES; line++)
            (void)lines[line * LINE_DWORD];
        uint64_t clocks = rdtsc() - begin;
        if (clocks < fastest)
            fastest = clocks;
    }
    return (uint32_t)fastest;
}

/* Tests for an effect: a hit takes a clock, a read of memory many. */
static bool cache_control_has_effect(void)
{
    uint32_t cr0 = read_cr0();
    uint32_t with = cache_control_time_reads();
    write_cr0(cr0 | CR0_CD);
    wbinvd(); /* otherwise cached lines would still hit */
    uint32_t without = cache_control_time_reads();
    write_cr0(cr0);
    return without / 2 >= with;
}

const char *cache_control_enable(const struct cpu *cpu)
{
    if (cpu->family < 4)
        return "none";
    write_cr0(read_cr0() & ~(CR0_CD | CR0_NW));
    if (read_cr0() & (CR0_CD | CR0_NW))
        return "off";
    bool has_clock = cpu->is.method != METHOD_NOTHING && strcmp(cpu->platform, "emulator");
    return has_clock && !cache_control_has_effect() ? "ineffective" : "on";
}
