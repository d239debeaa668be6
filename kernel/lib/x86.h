/*
 * SPDX-License-Identifier: MIT
 * Processor primitives: ports, model-specific and control registers, descriptor tables, time. Names
 * and bit numbers are as in Intel's SDM volume 3, chapters 2 and 35.
 */
#pragma once

#include <stdint.h>

#define EFLAGS_RESERVED_ONE (1u << 1)
#define EFLAGS_AC           (1u << 18)
#define EFLAGS_ID           (1u << 21)

#define CR0_EM (1u << 2)
#define CR0_TS (1u << 3)
#define CR0_ET (1u << 4)
#define CR0_NE (1u << 5)
#define CR0_NW (1u << 29)
#define CR0_CD (1u << 30)
#define CR0_PG (1u << 31)

#define CR4_PSE (1u << 4)
#define CR4_PCE (1u << 8) /* ring 3 may use RDPMC */

static inline void port_write8(uint16_t port, uint8_t value)
{
    __asm__ volatile("outb %0, %1" : : "a"(value), "Nd"(port));
}

static inline uint8_t port_read8(uint16_t port)
{
    uint8_t value;
    __asm__ volatile("inb %1, %0" : "=a"(value) : "Nd"(port));
    return value;
}

static inline void port_write32(uint16_t port, uint32_t value)
{
    __asm__ volatile("outl %0, %1" : : "a"(value), "Nd"(port));
}

static inline uint32_t port_read32(uint16_t port)
{
    uint32_t value;
    __asm__ volatile("inl %1, %0" : "=a"(value) : "Nd"(port));
    return value;
}

/*
 * Waits a microsecond on an ISA bus, for devices that need a delay between accesses. Linux writes
 * to port 80h for this, but the kernel writes its POST codes there. FreeBSD's method is used
 * instead (DELAY() of sys/isa/clock.c): a read of port 84h, a page register of the AT that no DMA
 * channel uses.
 */
static inline void port_pause(void)
{
    port_read8(0x84);
}

static inline uint64_t rdmsr(uint32_t msr)
{
    uint64_t value;
    __asm__ volatile("rdmsr" : "=A"(value) : "c"(msr));
    return value;
}

static inline void wrmsr(uint32_t msr, uint64_t value)
{
    __asm__ volatile("wrmsr" : : "c"(msr), "A"(value));
}

/*
 * RDMSR and WRMSR for a register that may not exist. Returns 0, or the vector that the processor
 * raised. The fault is caught through the fixup table that kernel/machine/trap.c searches.
 */
static inline int x86_rdmsr_safe(uint32_t msr, uint64_t *value)
{
    int vector = 0;
    __asm__ volatile(
        "1: rdmsr\n"
        "2:\n"
        ".pushsection .fixups, \"a\"\n"
        ".long 1b, 2b\n"
        ".popsection"
        : "=A"(*value), "+D"(vector)
        : "c"(msr));
    return vector;
}

static inline int x86_wrmsr_safe(uint32_t msr, uint64_t value)
{
    int vector = 0;
    __asm__ volatile(
        "1: wrmsr\n"
        "2:\n"
        ".pushsection .fixups, \"a\"\n"
        ".long 1b, 2b\n"
        ".popsection"
        : "+D"(vector)
        : "c"(msr), "A"(value));
    return vector;
}

/* Returns the byte at an address that may be unreadable, or 0 if it is. */
static inline uint8_t x86_read8_safe(uint32_t address)
{
    uint32_t value = 0;
    int vector = 0;
    __asm__ volatile(
        "1: movzbl (%2), %0\n"
        "2:\n"
        ".pushsection .fixups, \"a\"\n"
        ".long 1b, 2b\n"
        ".popsection"
        : "+r"(value), "+D"(vector)
        : "r"(address));
    return (uint8_t)value;
}

/* Writes modified lines back and invalidates the caches. */
static inline void wbinvd(void)
{
    __asm__ volatile("wbinvd" : : : "memory");
}

static inline uint64_t rdtsc(void)
{
    uint64_t value;
    __asm__ volatile("rdtsc" : "=A"(value));
    return value;
}

struct cpuid_result {
    uint32_t eax, ebx, ecx, edx;
};

static inline struct cpuid_result cpuid(uint32_t leaf)
{
    struct cpuid_result r;
    __asm__ volatile("cpuid" : "=a"(r.eax), "=b"(r.ebx), "=c"(r.ecx), "=d"(r.edx) : "a"(leaf));
    return r;
}

static inline uint32_t read_cr0(void)
{
    uint32_t value;
    __asm__ volatile("mov %%cr0, %0" : "=r"(value));
    return value;
}

static inline void write_cr0(uint32_t value)
{
    __asm__ volatile("mov %0, %%cr0" : : "r"(value) : "memory");
}

static inline uint32_t read_cr2(void)
{
    uint32_t value;
    __asm__ volatile("mov %%cr2, %0" : "=r"(value));
    return value;
}

static inline uint32_t read_cr3(void)
{
    uint32_t value;
    __asm__ volatile("mov %%cr3, %0" : "=r"(value));
    return value;
}

static inline void write_cr3(uint32_t value)
{
    __asm__ volatile("mov %0, %%cr3" : : "r"(value) : "memory");
}

/* CR4 does not exist before the later 486s: check cpu_has_cr4() first. */
static inline uint32_t read_cr4(void)
{
    uint32_t value;
    __asm__ volatile("mov %%cr4, %0" : "=r"(value));
    return value;
}

static inline void write_cr4(uint32_t value)
{
    __asm__ volatile("mov %0, %%cr4" : : "r"(value) : "memory");
}

/* Reads DR0 to DR3, a breakpoint's address. */
static inline uint32_t x86_read_breakpoint(unsigned number)
{
    uint32_t address;
    if (number == 0)
        __asm__ volatile("mov %%dr0, %0" : "=r"(address));
    else if (number == 1)
        __asm__ volatile("mov %%dr1, %0" : "=r"(address));
    else if (number == 2)
        __asm__ volatile("mov %%dr2, %0" : "=r"(address));
    else
        __asm__ volatile("mov %%dr3, %0" : "=r"(address));
    return address;
}

static inline void x86_write_breakpoint(unsigned number, uint32_t address)
{
    if (number == 0)
        __asm__ volatile("mov %0, %%dr0" : : "r"(address));
    else if (number == 1)
        __asm__ volatile("mov %0, %%dr1" : : "r"(address));
    else if (number == 2)
        __asm__ volatile("mov %0, %%dr2" : : "r"(address));
    else
        __asm__ volatile("mov %0, %%dr3" : : "r"(address));
}

static inline uint32_t read_dr7(void)
{
    uint32_t value;
    __asm__ volatile("mov %%dr7, %0" : "=r"(value));
    return value;
}

static inline void write_dr7(uint32_t value)
{
    __asm__ volatile("mov %0, %%dr7" : : "r"(value));
}

static inline uint32_t read_dr6(void)
{
    uint32_t value;
    __asm__ volatile("mov %%dr6, %0" : "=r"(value));
    return value;
}

static inline void write_dr6(uint32_t value)
{
    __asm__ volatile("mov %0, %%dr6" : : "r"(value));
}

static inline uint32_t read_eflags(void)
{
    uint32_t value;
    __asm__ volatile("pushfl; popl %0" : "=r"(value));
    return value;
}

static inline void write_eflags(uint32_t value)
{
    __asm__ volatile("pushl %0; popfl" : : "r"(value) : "cc", "memory");
}

static inline void halt_forever(void)
{
    for (;;)
        __asm__ volatile("cli; hlt");
}

struct table_register {
    uint16_t limit;
    uint32_t base;
} __attribute__((packed));

/* Loads GDTR, then all segment registers from the new table. */
static inline void x86_load_gdt(const void *table, uint32_t bytes, uint32_t code, uint32_t data)
{
    struct table_register gdtr = {(uint16_t)(bytes - 1), (uint32_t)table};
    __asm__ volatile(
        "lgdt %0\n"
        "pushl %1\n"
        "pushl $1f\n"
        "lretl\n"
        "1: movw %w2, %%ds\n"
        "movw %w2, %%es\n"
        "movw %w2, %%fs\n"
        "movw %w2, %%gs\n"
        "movw %w2, %%ss"
        :
        : "m"(gdtr), "r"(code), "r"(data)
        : "memory");
}

static inline void x86_load_idt(const void *table, uint32_t bytes)
{
    struct table_register idtr = {(uint16_t)(bytes - 1), (uint32_t)table};
    __asm__ volatile("lidt %0" : : "m"(idtr) : "memory");
}

static inline struct table_register x86_store_gdt(void)
{
    struct table_register gdtr;
    __asm__ volatile("sgdt %0" : "=m"(gdtr));
    return gdtr;
}

static inline struct table_register x86_store_idt(void)
{
    struct table_register idtr;
    __asm__ volatile("sidt %0" : "=m"(idtr));
    return idtr;
}

/* Removes the page with that address from the TLBs. */
static inline void x86_invalidate_page(uint32_t address)
{
    __asm__ volatile("invlpg (%0)" : : "r"(address) : "memory");
}

static inline void x86_load_task(uint16_t selector)
{
    __asm__ volatile("ltr %0" : : "r"(selector) : "memory");
}
