/*
 * SPDX-License-Identifier: MIT
 * The processor's tables: flat segments, a gate for every exception, and two task states, since a
 * double fault must be taken on a stack known to be good.
 */
#pragma once

#include <stdint.h>

/* Selectors of our GDT. */
#define SELECTOR_CODE         0x08
#define SELECTOR_DATA         0x10
#define SELECTOR_TASK         0x18
#define SELECTOR_DOUBLE_FAULT 0x20

/* What boot/stubs.asm leaves on the stack, lowest address first. */
struct trap_frame {
    uint32_t edi, esi, ebp, esp_at_pusha, ebx, edx, ecx, eax;
    uint32_t vector, error;
    uint32_t eip, cs, eflags; /* pushed by the processor, which pushes no ESP from ring 0 */
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

/* Loads GDTR, all segment registers, IDTR and TR. Call once, before anything can fault. */
void descriptors_install(void);

/* The state in which the machine was when a double fault switched away from it. */
const struct task_state *descriptors_interrupted_task(void);
