/*
 * SPDX-License-Identifier: MIT
 * The tables are copies of those that SGDT and SIDT return, so that boot/descriptors.c remains
 * their only source.
 */
#include "kernel/process/run/process_tables.h"

#include <stddef.h>

#include "boot/descriptors.h"
#include "kernel/lib/string.h"
#include "kernel/lib/vectors.h"
#include "kernel/lib/x86.h"
#include "kernel/machine/memory.h"
#include "kernel/process/process.h"

#define GDT_ENTRIES        16
#define IDT_ENTRIES        129
#define VECTOR_SYSTEM_CALL 128
#define STACK_BYTES        8192

/* A gate that ring 3 may use: present, DPL 3, 32-bit interrupt gate (Intel SDM volume 3, 6-2). */
#define GATE_OF_RING_3 0xEE00u
#define GATE_DPL_3     0x6000u

#define VECTOR_BREAKPOINT 3
#define VECTOR_OVERFLOW   4

void process_system_call_stub(void);

static struct tables {
    uint32_t gdt[GDT_ENTRIES][2], idt[IDT_ENTRIES][2];
    uint8_t stack[STACK_BYTES];
} * tables;

/* The kernel's own. */
static struct table_register kernels_gdt, kernels_idt;
static uint32_t kernels_stack;

int process_tables_allocate(void)
{
    tables = memory_allocate(sizeof *tables);
    return tables ? 0 : -1;
}

/* Copies at most `most` bytes of a table of the kernel. */
static void process_tables_copy(void *to, size_t most, struct table_register from)
{
    size_t bytes = from.limit + 1u;
    memcpy(to, (const void *)(uintptr_t)from.base, bytes < most ? bytes : most);
}

void process_tables_make(void)
{
    const uint32_t stub = (uint32_t)(uintptr_t)process_system_call_stub;
    kernels_gdt = x86_store_gdt();
    kernels_idt = x86_store_idt();
    tables->idt[VECTOR_SYSTEM_CALL][0] = (uint32_t)SELECTOR_CODE << 16 | (stub & 0xFFFF);
    tables->idt[VECTOR_SYSTEM_CALL][1] = (stub & 0xFFFF0000) | GATE_OF_RING_3;
    struct task_state *task = descriptors_interrupted_task();
    kernels_stack = task->esp0;
    task->esp0 = (uint32_t)(uintptr_t)(tables->stack + STACK_BYTES);
}

/*
 * INT3 and INTO are a program's too. The gates that benchmarks use are closed, except that of the
 * probes if the program has any.
 */
static void process_tables_set_gates(bool has_probes)
{
    tables->idt[VECTOR_BREAKPOINT][1] |= GATE_DPL_3;
    tables->idt[VECTOR_OVERFLOW][1] |= GATE_DPL_3;
    tables->idt[VECTOR_RETURN][1] &= ~GATE_DPL_3;
    tables->idt[VECTOR_WRITE_COUNTER][1] &= ~GATE_DPL_3;
    tables->idt[VECTOR_LIBRARY][1] &= ~GATE_DPL_3;
    if (!has_probes)
        tables->idt[VECTOR_READ_COUNTER][1] &= ~GATE_DPL_3;
}

void process_tables_load(bool has_probes)
{
    process_tables_copy(tables->gdt, PROCESS_TLS_FIRST * sizeof tables->gdt[0], kernels_gdt);
    process_tables_copy(tables->idt, VECTOR_SYSTEM_CALL * sizeof tables->idt[0], kernels_idt);
    process_tables_set_gates(has_probes);
    memset(tables->gdt[PROCESS_TLS_FIRST], 0, PROCESS_TLS_COUNT * sizeof tables->gdt[0]);
    x86_load_gdt(tables->gdt, sizeof tables->gdt, SELECTOR_CODE, SELECTOR_DATA);
    x86_load_idt(tables->idt, sizeof tables->idt);
}

void process_open_probes(void)
{
    tables->idt[VECTOR_READ_COUNTER][1] |= GATE_DPL_3;
}

void process_tables_forget(void)
{
    if (tables && kernels_stack)
        descriptors_interrupted_task()->esp0 = kernels_stack;
    kernels_stack = 0;
    tables = NULL;
}

void process_tables_set_tls(unsigned entry, uint32_t low, uint32_t high)
{
    tables->gdt[entry][0] = low;
    tables->gdt[entry][1] = high;
}

void process_tables_get_tls(unsigned entry, uint32_t *low, uint32_t *high)
{
    *low = tables->gdt[entry][0];
    *high = tables->gdt[entry][1];
}
