/*
 * SPDX-License-Identifier: MIT
 * Page directory and table entries, and the shared parts of the two kinds of page walk. With
 * CR4.PAE, entries have eight bytes, large pages 2 MB, and CR3 points to four directory pointers.
 */
#pragma once

#include "sim/cpu/cpu.h"

/* Page directory and table entries (Pentium Developer's Manual volume 3, section 11.3). */
#define PTE_PRESENT  0x001u
#define PTE_WRITABLE 0x002u
#define PTE_USER     0x004u
#define PTE_ACCESSED 0x020u
#define PTE_DIRTY    0x040u
#define PDE_LARGE    0x080u
#define PTE_GLOBAL   0x100u
#define PTE_FRAME    0xfffff000u
#define PDE_FRAME    0xffc00000u

/* Page-fault error code. */
#define PF_PRESENT  1u
#define PF_WRITE    2u
#define PF_USER     4u
#define PF_RESERVED 8u

/*
 * Substitute for frames at 4 GB and above. There is no RAM at this address either, so that reads
 * return ones and writes have no effect. -m is limited to less.
 */
#define FRAME_BEYOND 0xd0000000u

struct page_access {
    bool write;
    bool user;
};

_Noreturn void page_walk_fault(struct cpu *cpu, uint32_t linear, struct page_access access,
                               uint32_t error);
/* Reads four bytes of a table and reports the access to the model. */
uint32_t table_entry_read(struct cpu *cpu, uint32_t physical);
/* Sets bits of the table entry whose value was `entry`, if one of them is clear. */
void table_entry_mark(struct cpu *cpu, uint32_t physical, uint32_t entry, uint32_t bits);
bool page_allowed(const struct cpu *cpu, const struct tlb_entry *entry, struct page_access access);

/* The walk with CR4.PAE set. A large page yields an entry for the 4 KB page that was requested. */
struct tlb_entry page_walk_pae(struct cpu *cpu, uint32_t linear, struct page_access access);

/*
 * Translates an address without changing TLB, tables or counts. False if it is not mapped, or if an
 * entry lacks one of the bits `needed` (PTE).
 */
bool page_walk_peek(const struct cpu *cpu, uint32_t linear, uint32_t needed, uint32_t *physical);

/* The same with CR4.PAE set. */
bool page_walk_pae_peek(const struct cpu *cpu, uint32_t linear, uint32_t needed,
                        uint32_t *physical);

/* Loads the four directory pointers that CR3 points to. Returns false if a pointer has a reserved
 * bit set. */
bool page_walk_pae_load_pointers(struct cpu *cpu);
