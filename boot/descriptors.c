/*
 * SPDX-License-Identifier: MIT
 * GDT, IDT and task states. They are built at run time because a descriptor splits its base address
 * into pieces that no linker can fill in.
 */
#include "boot/descriptors.h"

#include "boot/contain.h"
#include "kernel/lib/vectors.h"
#include "kernel/lib/x86.h"

#define EXCEPTIONS          32
#define VECTORS             (VECTOR_LIBRARY + 1)
#define VECTOR_DOUBLE_FAULT 8

/* Access bytes: present, ring 0, type (Intel SDM volume 3, tables 3-1 and 3-2). */
#define ACCESS_CODE      0x9A
#define ACCESS_DATA      0x92
#define ACCESS_DOWN      0x96 /* data, expand-down: offsets above the limit are valid */
#define ACCESS_TASK      0x89
#define ACCESS_INTERRUPT 0x8E
#define ACCESS_RING_3    0x60 /* combined with one of these */
#define ACCESS_TASK_GATE 0x85

#define FLAT_4GB 0xCF /* limit bits 19-16 set, 32 bits, limit in pages */

struct descriptor {
    uint32_t low, high;
};

extern const uint32_t exception_stubs[EXCEPTIONS];
void stub_double_fault(void);
void stub_watchdog(void);
void stub_spurious_master(void);
void stub_spurious_slave(void);

#define ALIGNED __attribute__((aligned(64)))

static struct descriptor gdt[8] ALIGNED;
static struct descriptor idt[VECTORS] ALIGNED;
static struct task_state main_task ALIGNED, double_fault_task ALIGNED;
static uint8_t double_fault_stack[4096] ALIGNED;
static uint8_t trap_stack[2048] ALIGNED; /* for exceptions in ring 3 */

static struct descriptor flat_segment(uint32_t access)
{
    return (struct descriptor){0xFFFF, (FLAT_4GB << 16) | (access << 8)};
}

static struct descriptor task_segment(const struct task_state *task)
{
    uint32_t base = (uint32_t)task;
    return (struct descriptor){
        (base << 16) | (sizeof *task - 1),
        (base & 0xFF000000) | (ACCESS_TASK << 8) | ((base >> 16) & 0xFF),
    };
}

static struct descriptor gate_descriptor(uint32_t selector, uint32_t offset, uint32_t access)
{
    return (struct descriptor){(selector << 16) | (offset & 0xFFFF),
                               (offset & 0xFFFF0000) | (access << 8)};
}

static void descriptors_build_tasks(void)
{
    double_fault_task.eip = (uint32_t)stub_double_fault;
    double_fault_task.esp = (uint32_t)(double_fault_stack + sizeof double_fault_stack);
    double_fault_task.eflags = EFLAGS_RESERVED_ONE;
    double_fault_task.cs = SELECTOR_CODE;
    double_fault_task.ss = double_fault_task.ds = double_fault_task.es = SELECTOR_DATA;
    double_fault_task.fs = double_fault_task.gs = SELECTOR_DATA;
    double_fault_task.io_map = sizeof double_fault_task; /* beyond the limit: no I/O bitmap */
    main_task.io_map = sizeof main_task;
    main_task.ss0 = SELECTOR_DATA;
    main_task.esp0 = (uint32_t)(trap_stack + sizeof trap_stack);
}

void descriptors_install(void)
{
    gdt[SELECTOR_CODE / 8] = flat_segment(ACCESS_CODE);
    gdt[SELECTOR_DATA / 8] = flat_segment(ACCESS_DATA);
    gdt[SELECTOR_USER_CODE / 8] = flat_segment(ACCESS_CODE | ACCESS_RING_3);
    gdt[SELECTOR_USER_DATA / 8] = flat_segment(ACCESS_DATA | ACCESS_RING_3);
    gdt[SELECTOR_TASK / 8] = task_segment(&main_task);
    gdt[SELECTOR_DOUBLE_FAULT / 8] = task_segment(&double_fault_task);
    descriptors_build_tasks();

    for (unsigned vector = 0; vector < EXCEPTIONS; vector++)
        idt[vector] = gate_descriptor(SELECTOR_CODE, exception_stubs[vector], ACCESS_INTERRUPT);
    idt[VECTOR_DOUBLE_FAULT] = gate_descriptor(SELECTOR_DOUBLE_FAULT, 0, ACCESS_TASK_GATE);
    idt[VECTOR_WATCHDOG] =
        gate_descriptor(SELECTOR_CODE, (uint32_t)stub_watchdog, ACCESS_INTERRUPT);
    idt[VECTOR_SPURIOUS_MASTER] =
        gate_descriptor(SELECTOR_CODE, (uint32_t)stub_spurious_master, ACCESS_INTERRUPT);
    idt[VECTOR_SPURIOUS_SLAVE] =
        gate_descriptor(SELECTOR_CODE, (uint32_t)stub_spurious_slave, ACCESS_INTERRUPT);
    idt[VECTOR_WRITE_COUNTER] = gate_descriptor(SELECTOR_CODE, (uint32_t)contain_write_counter,
                                                ACCESS_INTERRUPT | ACCESS_RING_3);
    idt[VECTOR_READ_COUNTER] = gate_descriptor(SELECTOR_CODE, (uint32_t)contain_read_counter,
                                               ACCESS_INTERRUPT | ACCESS_RING_3);
    idt[VECTOR_RETURN] = gate_descriptor(SELECTOR_CODE, (uint32_t)contain_returned,
                                         ACCESS_INTERRUPT | ACCESS_RING_3);

    descriptors_reload();
    x86_load_task(SELECTOR_TASK);
}

void descriptors_set_interrupt(unsigned vector, void (*stub)(void))
{
    const uint32_t ring_3 = idt[vector].high >> 8 & ACCESS_RING_3;
    idt[vector] = gate_descriptor(SELECTOR_CODE, (uint32_t)stub, ACCESS_INTERRUPT | ring_3);
}

void descriptors_open_to_ring_3(unsigned vector, bool yes)
{
    idt[vector].high = (idt[vector].high & ~(ACCESS_RING_3 << 8)) | (yes ? ACCESS_RING_3 << 8 : 0);
}

uint32_t descriptors_limit_stack(uint32_t start, bool ring_3)
{
    uint32_t limit = start / 4096 - 1, access = ACCESS_DOWN | (ring_3 ? ACCESS_RING_3 : 0);
    gdt[SELECTOR_STACK / 8] =
        (struct descriptor){limit & 0xFFFF, ((FLAT_4GB & 0xF0) | limit >> 16) << 16 | access << 8};
    return SELECTOR_STACK | (ring_3 ? 3 : 0);
}

void descriptors_set_page_directory(uint32_t cr3)
{
    main_task.cr3 = double_fault_task.cr3 = cr3;
}

void descriptors_reload(void)
{
    x86_load_gdt(gdt, sizeof gdt, SELECTOR_CODE, SELECTOR_DATA);
    x86_load_idt(idt, sizeof idt);
}

struct task_state *descriptors_interrupted_task(void)
{
    return &main_task;
}
