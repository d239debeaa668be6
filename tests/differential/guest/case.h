/*
 * SPDX-License-Identifier: MIT
 * The multiboot module that the host's generator passes to the guest: a world, followed by cases.
 * layout.py and case.py write these structures. All fields are little-endian, at the offsets that
 * the compiler gives them (every field has its natural alignment).
 */
#pragma once

#include <stdint.h>

#define WORLD_MAGIC 0x46464944u /* "DIFF" */

/*
 * The arena: linear pages reserved for a case's code, data, stack and descriptor tables. Page n is
 * at ARENA_BASE + n * 4096.
 */
#define ARENA_BASE      0x10000000u
#define ARENA_PAGES_MAX 32u
#define PAGE_BYTES      4096u

/* Selectors and addresses that the host and the guest share. */
#define SELECTOR_KERNEL_CODE   0x08
#define SELECTOR_KERNEL_DATA   0x10
#define SELECTOR_TASK          0x18
#define SELECTOR_DOUBLE_FAULT  0x20
#define SELECTOR_LDT           0x28
#define SELECTOR_KERNEL_CODE16 0x30
#define SELECTOR_INVALID_TSS   0x148

struct world {
    uint32_t magic;
    uint32_t bytes; /* size of the whole module */
    uint32_t pages; /* pages of the arena, at most ARENA_PAGES_MAX */
    uint32_t cases;
    uint32_t gdt, gdt_limit; /* linear, inside the arena */
    uint32_t idt;            /* linear; 256 gates, whose handlers the guest fills in */
    uint32_t task, double_fault, invalid_task, other_task; /* linear addresses of the TSS */
    uint32_t page_flags[ARENA_PAGES_MAX]; /* low 12 bits of each page's PTE; 0: not present */
    /* pages * PAGE_BYTES of contents follow, then the cases */
};

/* The fields are in the order in which a run of POPs and an IRET loads them to enter the case. */
struct entry_image {
    uint32_t gs, fs, es, ds;
    uint32_t edi, esi, ebp, esp_unused, ebx, edx, ecx, eax;
    uint32_t eip, cs, eflags, esp, ss;
    uint32_t v86_es, v86_ds, v86_fs, v86_gs; /* loaded only by an IRET to virtual-8086 mode */
};

#define CASE_USES_FPU   (1u << 0) /* an FRSTOR image of 108 bytes follows the case */
#define CASE_USES_DEBUG (1u << 1) /* six dwords follow: DR0 to DR3, DR6, DR7 */
#define CASE_USES_SSE   (1u << 2) /* MXCSR and 32 dwords follow: XMM0 to XMM7 */

struct test_case {
    uint32_t bytes;  /* size of the whole case, a multiple of 4; the next one starts there */
    uint32_t number; /* reported in the log */
    uint32_t flags;
    struct entry_image image;
    uint32_t cr0, cr4;
    uint32_t ldt;           /* selector */
    uint32_t frame_address; /* linear address for an IRET frame to write first; 0: an outer ring */
    uint32_t patches;
    /* Here follow the FPU image, the debug registers, SSE's registers, then the patches: linear
     * address, count, bytes padded to a multiple of 4. */
};

/* The state in which a case ended. */
struct final_state {
    uint32_t edi, esi, ebp, esp, ebx, edx, ecx, eax;
    uint32_t eip, cs, eflags, ss, es, ds, fs, gs;
    uint32_t vector, error;
    uint32_t cr0, cr2, cr3, cr4, dr[8];
    uint32_t ldt, task;
    uint32_t gdt_limit, gdt_base, idt_limit, idt_base;
    uint32_t fpu[27]; /* FNSAVE image */
    uint32_t sse[33]; /* MXCSR, XMM0 to XMM7 */
};

_Static_assert(sizeof(struct world) == 44 + 4 * ARENA_PAGES_MAX, "world.py packs the same");
_Static_assert(sizeof(struct entry_image) == 84, "case.py packs the same");
_Static_assert(sizeof(struct test_case) == 116, "case.py packs the same");
