/*
 * SPDX-License-Identifier: MIT
 * Contained accesses. A plain P5 lacks RDPMC, so the image contains the instruction as data.
 */
#include "kernel/monitor/contained_access.h"

#include "boot/contain.h"
#include "boot/descriptors.h"
#include "kernel/lib/format.h"
#include "kernel/lib/x86.h"
#include "kernel/machine/paging.h"
#include "kernel/machine/trap.h"
#include "kernel/machine/watchdog.h"
#include "kernel/monitor/stop.h"

#define WATCHDOG_SECONDS 3
#define VECTOR_PAGE      14

static struct {
    uint32_t number;
    unsigned bytes;
    uint64_t value;
} what;

static uint8_t rdpmc_code[] = {0x0F, 0x33, 0xC3}; /* RDPMC; RET */

static void contained_read_msr(void)
{
    uint32_t msr = what.number;
    what.value = rdmsr(msr);
}

static void contained_write_msr(void)
{
    uint32_t msr = what.number;
    wrmsr(msr, what.value);
}

static void contained_read_cr(void)
{
    what.value = what.number == 0   ? read_cr0()
                 : what.number == 2 ? read_cr2()
                 : what.number == 3 ? read_cr3()
                                    : read_cr4();
}

static void contained_write_cr(void)
{
    uint32_t value = (uint32_t)what.value;
    if (what.number == 0)
        write_cr0(value);
    else if (what.number == 2)
        __asm__ volatile("mov %0, %%cr2" : : "r"(value));
    else if (what.number == 3)
        write_cr3(value);
    else
        write_cr4(value);
}

static void contained_read_dr(void)
{
    if (what.number == 6)
        what.value = read_dr6();
    else if (what.number == 7)
        what.value = read_dr7();
    else
        what.value = x86_read_breakpoint(what.number);
}

static void contained_write_dr(void)
{
    uint32_t value = (uint32_t)what.value;
    if (what.number == 6)
        write_dr6(value);
    else if (what.number == 7)
        write_dr7(value);
    else
        x86_write_breakpoint(what.number, value);
}

static void contained_read_port(void)
{
    uint16_t port = (uint16_t)what.number, word;
    if (what.bytes == 2)
        __asm__ volatile("inw %1, %0" : "=a"(word) : "Nd"(port));
    what.value = what.bytes == 1 ? port_read8(port) : what.bytes == 2 ? word : port_read32(port);
}

static void contained_write_port(void)
{
    uint16_t port = (uint16_t)what.number;
    if (what.bytes == 1)
        port_write8(port, (uint8_t)what.value);
    else if (what.bytes == 2)
        __asm__ volatile("outw %0, %1" : : "a"((uint16_t)what.value), "Nd"(port));
    else
        port_write32(port, (uint32_t)what.value);
}

static void contained_read_memory(void)
{
    const volatile void *at = (const volatile void *)(uintptr_t)what.number;
    what.value = what.bytes == 1   ? *(const volatile uint8_t *)at
                 : what.bytes == 2 ? *(const volatile uint16_t *)at
                                   : *(const volatile uint32_t *)at;
}

static void contained_write_memory(void)
{
    volatile void *at = (volatile void *)(uintptr_t)what.number;
    if (what.bytes == 1)
        *(volatile uint8_t *)at = (uint8_t)what.value;
    else if (what.bytes == 2)
        *(volatile uint16_t *)at = (uint16_t)what.value;
    else
        *(volatile uint32_t *)at = (uint32_t)what.value;
}

static void contained_read_pmc(void)
{
    __asm__ volatile("call *%1" : "=A"(what.value) : "r"(rdpmc_code), "c"(what.number));
}

int contained_access_call(void (*routine)(void))
{
    watchdog_set(WATCHDOG_SECONDS);
    watchdog_arm();
    void *stack = stop_stack();
    int failed = contain_run(routine, stack ? stack : paging_benchmark_stack(), 0);
    watchdog_disarm();
    return failed ? -1 : 0;
}

int contained_access(enum access access, uint32_t number, unsigned bytes, uint64_t *value)
{
    static void (*const routines[ACCESSES])(void) = {
        [ACCESS_READ_MSR] = contained_read_msr,
        [ACCESS_WRITE_MSR] = contained_write_msr,
        [ACCESS_READ_CR] = contained_read_cr,
        [ACCESS_WRITE_CR] = contained_write_cr,
        [ACCESS_READ_DR] = contained_read_dr,
        [ACCESS_WRITE_DR] = contained_write_dr,
        [ACCESS_READ_PORT] = contained_read_port,
        [ACCESS_WRITE_PORT] = contained_write_port,
        [ACCESS_READ_MEMORY] = contained_read_memory,
        [ACCESS_WRITE_MEMORY] = contained_write_memory,
        [ACCESS_READ_PMC] = contained_read_pmc,
    };
    what.number = number;
    what.bytes = bytes;
    what.value = *value;
    if (contained_access_call(routines[access]))
        return -1;
    *value = what.value;
    return 0;
}

const char *contained_access_reason(void)
{
    static char text[96];
    const struct report_fault *fault = trap_contained_fault();
    if (fault->vector == VECTOR_WATCHDOG)
        format(text, sizeof text, "the watchdog ended it at %08x", (unsigned)fault->eip);
    else if (fault->vector == VECTOR_PAGE)
        format(text, sizeof text, "page fault (vector 14): no page for %08x, at %08x",
               (unsigned)fault->cr2, (unsigned)fault->eip);
    else
        format(text, sizeof text, "%s (vector %u), at %08x", fault->name, (unsigned)fault->vector,
               (unsigned)fault->eip);
    return text;
}
