/*
 * SPDX-License-Identifier: MIT
 * The processor's descriptor tables: flat segments, a gate for every exception, and two task
 * states, because a double fault must be handled on a stack known to be good.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* Selectors of the kernel's GDT. */
#define SELECTOR_CODE         0x08
#define SELECTOR_DATA         0x10
#define SELECTOR_TASK         0x18
#define SELECTOR_DOUBLE_FAULT 0x20
#define SELECTOR_USER_CODE    (0x28 | 3)
#define SELECTOR_USER_DATA    (0x30 | 3)
#define SELECTOR_STACK        0x38 /* descriptors_limit_stack() */

/*
 * Vectors of NMI and of the 16 interrupt lines. Line 8, the real-time clock, is enabled. A
 * controller also reports line 7 or 15 when a request disappears before the processor acknowledges
 * it.
 */
#define VECTOR_NMI             2
#define VECTOR_LINES           0x20
#define VECTOR_WATCHDOG        (VECTOR_LINES + 8)
#define VECTOR_SPURIOUS_MASTER (VECTOR_LINES + 7)
#define VECTOR_SPURIOUS_SLAVE  (VECTOR_LINES + 15)
#define VECTOR_APIC            0x31 /* the local APIC's interrupts, while samples are taken */

/* The stack as boot/exception_stubs.asm leaves it, lowest address first. */
struct trap_frame {
    uint32_t edi, esi, ebp, esp_at_pusha, ebx, edx, ecx, eax;
    uint32_t vector, error;
    uint32_t eip, cs, eflags;
    uint32_t esp, ss; /* pushed by the processor only on entry from ring 3 */
};

/* 32-bit task state segment (Intel SDM volume 3, figure 7-2). */
struct task_state {
    uint32_t link;
    uint32_t esp0, ss0, esp1, ss1, esp2, ss2;
    uint32_t cr3, eip, eflags;
    uint32_t eax, ecx, edx, ebx, esp, ebp, esi, edi;
    uint32_t es, cs, ss, ds, fs, gs, ldt;
    uint16_t debug_trap, io_map;
};
_Static_assert(sizeof(struct task_state) == 104, "the processor fixes the layout of a TSS");

/* Sets the page directory that task switches load. */
/*
 * Makes SELECTOR_STACK a segment that begins at `start`, a multiple of 4 KB, and has no end.
 * Returns the selector for the ring.
 */
uint32_t descriptors_limit_stack(uint32_t start, bool ring_3);

void descriptors_set_page_directory(uint32_t cr3);

/* Reloads GDTR and IDTR, which a benchmark in ring 0 may have changed. */
void descriptors_reload(void);

/*
 * Directs the interrupt with that VECTOR_ number to `stub`, in ring 0. Whether ring 3 may raise it
 * stays as it was.
 */
void descriptors_set_interrupt(unsigned vector, void (*stub)(void));

/* Sets whether ring 3 may raise that vector with an INT instruction. */
void descriptors_open_to_ring_3(unsigned vector, bool yes);

/* Loads GDTR, all segment registers, IDTR and TR. Call once, before anything can fault. */
void descriptors_install(void);

/*
 * Returns the state of the machine at the moment a double fault switched away from it. A return
 * from the double-fault task's handler switches back to this state.
 */
struct task_state *descriptors_interrupted_task(void);
