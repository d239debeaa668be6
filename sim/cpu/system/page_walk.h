/*
 * SPDX-License-Identifier: MIT
 * Page directory and table entries, and what the two kinds of page walk share. With CR4.PAE entries
 * have eight bytes, large pages 2 MB, and four directory pointers are loaded with CR3.
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
 * Where a frame at 4 GB and above is taken to be: there is no RAM there either, so that reads give
 * ones and writes go nowhere. -m ends below.
 */
#define FRAME_BEYOND 0xd0000000u

struct page_access {
    bool write;
    bool user;
};

_Noreturn void page_fault(struct cpu *cpu, uint32_t linear, struct page_access access,
                          uint32_t error);
/* Four bytes of a table, told to the model. */
uint32_t table_entry_read(struct cpu *cpu, uint32_t physical);
/* Sets bits of the entry that was read as `entry`, where one is clear. */
void table_entry_mark(struct cpu *cpu, uint32_t physical, uint32_t entry, uint32_t bits);
bool page_allowed(const struct cpu *cpu, const struct tlb_entry *entry, struct page_access access);

/* The walk with CR4.PAE set. A large page gives an entry of the 4 KB that are asked for. */
struct tlb_entry page_walk_pae(struct cpu *cpu, uint32_t linear, struct page_access access);

/*
 * Where a walk finds the address: false where it finds none, or one without the bits `needed`
 * (PTE). Touches neither TLB nor tables nor counts.
 */
bool linear_peek(const struct cpu *cpu, uint32_t linear, uint32_t needed, uint32_t *physical);

/* The same with CR4.PAE set. */
bool linear_peek_pae(const struct cpu *cpu, uint32_t linear, uint32_t needed, uint32_t *physical);

/* The four directory pointers, from where CR3 says. False where one has a bit that must be 0. */
bool directory_pointers_load(struct cpu *cpu);
