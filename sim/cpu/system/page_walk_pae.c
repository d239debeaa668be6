/*
 * SPDX-License-Identifier: MIT
 * Page walks with physical address extension (Software Developer's Manual volume 3, section 4.4, as
 * on the P6: no execute-disable, 36 address bits).
 */
#include "sim/cpu/guest_memory.h"
#include "sim/cpu/system/page_walk.h"

#define ADDRESS_BITS     36
#define BEYOND_4GB       0x0000000f00000000ull
#define HIGH_RESERVED    (~0ull << ADDRESS_BITS)
#define POINTER_RESERVED (HIGH_RESERVED | 0x1e6ull)
#define LARGE_RESERVED   (HIGH_RESERVED | 0x001fe000ull) /* bit 12 is PAT */
#define LARGE_FRAME      0xffe00000u
#define POINTERS_AT(cr3) ((cr3) & ~31u)

/* An entry's frame below 4 GB, or the substitute for one beyond. */
static uint32_t page_walk_pae_frame(uint64_t entry)
{
    return entry & BEYOND_4GB ? FRAME_BEYOND : (uint32_t)entry & PTE_FRAME;
}

static uint64_t entry_peek(const struct cpu *cpu, uint32_t physical)
{
    uint64_t entry;

    guest_physical_read(cpu, physical, &entry, sizeof entry);
    return entry;
}

/* Counts as one access of eight bytes. */
static uint64_t entry_read(struct cpu *cpu, uint32_t physical)
{
    table_entry_read(cpu, physical);
    return entry_peek(cpu, physical);
}

static uint32_t directory_entry_at(const struct cpu *cpu, uint32_t linear)
{
    return page_walk_pae_frame(cpu->directory_pointer[linear >> 30]) + (linear >> 21 & 0x1ff) * 8;
}

static uint32_t table_entry_at(uint64_t pde, uint32_t linear)
{
    return page_walk_pae_frame(pde) + (linear >> 12 & 0x1ff) * 8;
}

bool page_walk_pae_load_pointers(struct cpu *cpu)
{
    uint64_t pointers[4];

    for (unsigned i = 0; i < 4; i++) {
        pointers[i] = entry_peek(cpu, POINTERS_AT(cpu->cr3) + 8 * i);
        if (pointers[i] & PTE_PRESENT && pointers[i] & POINTER_RESERVED)
            return false;
    }
    memcpy(cpu->directory_pointer, pointers, sizeof pointers);
    return true;
}

/* ---- the walk ------------------------------------------------------------------------------- */

static void page_walk_pae_check(struct cpu *cpu, uint64_t entry, uint64_t reserved, uint32_t linear,
                                struct page_access access)
{
    if (!(entry & PTE_PRESENT))
        page_walk_fault(cpu, linear, access, 0);
    if (entry & reserved)
        page_walk_fault(cpu, linear, access, PF_PRESENT | PF_RESERVED);
}

/* Marks the entry of the last level and fills in the TLB entry from it. */
static void page_walk_pae_finish(struct cpu *cpu, struct tlb_entry *entry, uint32_t at,
                                 uint64_t last, uint32_t linear, struct page_access access)
{
    table_entry_mark(cpu, at, (uint32_t)last, PTE_ACCESSED | (access.write ? PTE_DIRTY : 0));
    entry->dirty |= (last & PTE_DIRTY) != 0;
    entry->global = last & PTE_GLOBAL && cpu->cr4 & CR4_PGE;
    entry->linear = linear & PTE_FRAME;
    entry->physical = page_walk_pae_frame(last);
}

struct tlb_entry page_walk_pae(struct cpu *cpu, uint32_t linear, struct page_access access)
{
    struct tlb_entry entry = {.dirty = access.write};

    if (!(cpu->directory_pointer[linear >> 30] & PTE_PRESENT))
        page_walk_fault(cpu, linear, access, 0);

    const uint32_t pde_at = directory_entry_at(cpu, linear);
    const uint64_t pde = entry_read(cpu, pde_at);

    page_walk_pae_check(cpu, pde, pde & PDE_LARGE ? LARGE_RESERVED : HIGH_RESERVED, linear, access);
    entry.user = pde & PTE_USER;
    entry.writable = pde & PTE_WRITABLE;
    if (pde & PDE_LARGE) {
        if (!page_allowed(cpu, &entry, access))
            page_walk_fault(cpu, linear, access, PF_PRESENT);
        page_walk_pae_finish(cpu, &entry, pde_at, pde, linear, access);
        if (entry.physical != FRAME_BEYOND)
            entry.physical = (entry.physical & LARGE_FRAME) | (linear & ~LARGE_FRAME & PTE_FRAME);
        return entry;
    }

    const uint32_t pte_at = table_entry_at(pde, linear);
    const uint64_t pte = entry_read(cpu, pte_at);

    page_walk_pae_check(cpu, pte, HIGH_RESERVED, linear, access);
    entry.user &= (pte & PTE_USER) != 0;
    entry.writable &= (pte & PTE_WRITABLE) != 0;
    if (!page_allowed(cpu, &entry, access))
        page_walk_fault(cpu, linear, access, PF_PRESENT);
    table_entry_mark(cpu, pde_at, (uint32_t)pde, PTE_ACCESSED);
    page_walk_pae_finish(cpu, &entry, pte_at, pte, linear, access);
    return entry;
}

bool page_walk_pae_peek(const struct cpu *cpu, uint32_t linear, uint32_t needed, uint32_t *physical)
{
    if (!(cpu->directory_pointer[linear >> 30] & PTE_PRESENT))
        return false;

    const uint64_t pde = entry_peek(cpu, directory_entry_at(cpu, linear));

    if ((pde & needed) != needed)
        return false;
    if (pde & PDE_LARGE) {
        *physical = ((uint32_t)pde & LARGE_FRAME) | (linear & ~LARGE_FRAME);
        return !(pde & LARGE_RESERVED) && !(pde & BEYOND_4GB);
    }

    const uint64_t pte = entry_peek(cpu, table_entry_at(pde, linear));

    *physical = page_walk_pae_frame(pte) + (linear & ~PTE_FRAME);
    return (pte & needed) == needed && !((pde | pte) & HIGH_RESERVED);
}
