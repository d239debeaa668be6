/*
 * SPDX-License-Identifier: MIT
 * Address translation: the page walk, its faults, and the accessed and dirty bits. Only the model's
 * TLBs cache translations; the windows repeat the last result of a TLB.
 */
#include "sim/cpu/guest_memory.h"
#include "sim/cpu/system/page_walk.h"

#define PDE_RESERVED       0x003ff000u /* in the entry of a large page */
#define PDE_RESERVED_PSE36 0x003e0000u /* the same without four more address bits and PAT */
#define PDE_FRAME_BEYOND   0x0001e000u /* the four address bits */

_Noreturn void page_walk_fault(struct cpu *cpu, uint32_t linear, struct page_access access,
                               uint32_t error)
{
    cpu->cr2 = linear;
    tlb_flush_page(cpu->model, linear);
    page_walk_flush_windows(cpu);
    raise_error(cpu, VECTOR_PF,
                error | (access.write ? PF_WRITE : 0) | (access.user ? PF_USER : 0));
}

uint32_t table_entry_read(struct cpu *cpu, uint32_t physical)
{
    uint32_t entry;

    model_page_walk(cpu->model, physical, false);
    guest_physical_read(cpu, physical, &entry, sizeof entry);
    return entry;
}

void table_entry_mark(struct cpu *cpu, uint32_t physical, uint32_t entry, uint32_t bits)
{
    if ((entry & bits) == bits)
        return;
    entry |= bits;
    model_page_walk(cpu->model, physical, true);
    guest_physical_write(cpu, physical, &entry, sizeof entry);
}

bool page_allowed(const struct cpu *cpu, const struct tlb_entry *entry, struct page_access access)
{
    if (access.user && !entry->user)
        return false;
    return !access.write || entry->writable || (!access.user && !(cpu->cr0 & CR0_WP));
}

static bool has_pse36(const struct cpu *cpu)
{
    return cpu->kind->features & FEATURE_PSE36;
}

static uint32_t large_reserved(const struct cpu *cpu)
{
    return has_pse36(cpu) ? PDE_RESERVED_PSE36 : PDE_RESERVED;
}

/* Frames beyond 4 GB exist only if the processor has PSE-36. */
static uint32_t large_frame(const struct cpu *cpu, uint32_t pde)
{
    return pde & PDE_FRAME_BEYOND && has_pse36(cpu) ? FRAME_BEYOND : pde & PDE_FRAME;
}

static bool is_global(const struct cpu *cpu, uint32_t entry)
{
    return entry & PTE_GLOBAL && cpu->cr4 & CR4_PGE;
}

static struct tlb_entry page_walk_two_levels(struct cpu *cpu, uint32_t linear,
                                             struct page_access access)
{
    const uint32_t pde_at = (cpu->cr3 & PTE_FRAME) + (linear >> 22) * 4;
    const uint32_t pde = table_entry_read(cpu, pde_at);
    struct tlb_entry entry = {.dirty = access.write};

    if (!(pde & PTE_PRESENT))
        page_walk_fault(cpu, linear, access, 0);
    entry.user = pde & PTE_USER;
    entry.writable = pde & PTE_WRITABLE;
    if ((pde & PDE_LARGE) && (cpu->cr4 & CR4_PSE)) {
        if (pde & large_reserved(cpu))
            page_walk_fault(cpu, linear, access, PF_PRESENT | PF_RESERVED);
        if (!page_allowed(cpu, &entry, access))
            page_walk_fault(cpu, linear, access, PF_PRESENT);
        table_entry_mark(cpu, pde_at, pde, PTE_ACCESSED | (access.write ? PTE_DIRTY : 0));
        entry.large = true;
        entry.dirty |= (pde & PTE_DIRTY) != 0;
        entry.linear = linear & PDE_FRAME;
        entry.physical = large_frame(cpu, pde);
        entry.global = is_global(cpu, pde);
        return entry;
    }

    const uint32_t pte_at = (pde & PTE_FRAME) + ((linear >> 12) & 0x3ff) * 4;
    const uint32_t pte = table_entry_read(cpu, pte_at);

    if (!(pte & PTE_PRESENT))
        page_walk_fault(cpu, linear, access, 0);
    entry.user &= (pte & PTE_USER) != 0;
    entry.writable &= (pte & PTE_WRITABLE) != 0;
    if (!page_allowed(cpu, &entry, access))
        page_walk_fault(cpu, linear, access, PF_PRESENT);
    table_entry_mark(cpu, pde_at, pde, PTE_ACCESSED);
    table_entry_mark(cpu, pte_at, pte, PTE_ACCESSED | (access.write ? PTE_DIRTY : 0));
    entry.dirty |= (pte & PTE_DIRTY) != 0;
    entry.linear = linear & PTE_FRAME;
    entry.physical = pte & PTE_FRAME;
    entry.global = is_global(cpu, pte);
    return entry;
}

/* ---- windows for a TLB that has one set ------------------------------------------------------ */

static void window_forget(struct cpu *cpu, unsigned set)
{
    cpu->read_window[set].size = 0;
    cpu->write_window[set].size = 0;
    cpu->large_windows &= ~(1u << set);
    near_window_forget(cpu, set);
}

/* Discards the windows of pages other than the one used last: the data TLB may have lost them, and
 * only a lookup would detect it. */
static void forget_unused_windows(struct cpu *cpu)
{
    for (unsigned set = 0; cpu->one_set.tree && set < WINDOW_COUNT; set++)
        if (cpu->window_way[set] != cpu->one_set.last)
            window_forget(cpu, set);
}

/* Notes that the page is in the way used last. The page that was in that way before loses its
 * window. */
static void page_walk_record_way(struct cpu *cpu, const struct tlb_entry *entry, uint32_t linear)
{
    struct one_set *set = &cpu->one_set;
    const unsigned at = linear >> 12 & cpu->window_mask;
    const uint32_t page = linear & PTE_FRAME;
    uint32_t way, old;

    if (!set->tree)
        return;
    way = entry->large ? NO_WAY : tlb_way_used(&set->shape);
    cpu->window_way[at] = set->last = way;
    if (entry->large || set->pages[way] == page)
        return;
    old = set->pages[way] >> 12 & cpu->window_mask;
    if (old != at && cpu->window_way[old] == way)
        window_forget(cpu, old);
    set->pages[way] = page;
}

void page_walk_attach_windows(struct cpu *cpu)
{
    const struct tlb_shape shape = tlb_data_shape(cpu->model);
    struct one_set *set = &cpu->one_set;

    *set = (struct one_set){.shape = shape, .tree = shape.sets == 1 ? shape.tree : NULL};
    cpu->window_mask = (set->tree || shape.sets > WINDOW_COUNT ? WINDOW_COUNT : shape.sets) - 1;
    if (!set->tree)
        return;
    for (unsigned way = 0; way < shape.ways; way++)
        set->touch[way] = tlb_touch_of(shape.ways, way);
    set->touch[NO_WAY].keep = UINT64_MAX;
    set->last = NO_WAY;
}

/* ---- translation ---------------------------------------------------------------------------- */

static struct tlb_entry page_walk_translate(struct cpu *cpu, enum tlb_kind kind, uint32_t linear,
                                            struct page_access access)
{
    const struct tlb_entry *hit = tlb_lookup(cpu->model, kind, linear);

    if (hit && page_allowed(cpu, hit, access) && (hit->dirty || !access.write))
        return *hit;

    const struct tlb_entry entry = cpu->cr4 & CR4_PAE ? page_walk_pae(cpu, linear, access)
                                                      : page_walk_two_levels(cpu, linear, access);

    if (hit) {
        tlb_flush_page(cpu->model, linear);
        if (kind == TLB_CODE)
            forget_unused_windows(cpu);
    }
    tlb_insert(cpu->model, kind, &entry);
    return entry;
}

static uint32_t physical_of(const struct cpu *cpu, const struct tlb_entry *entry, uint32_t linear)
{
    return (entry->physical + (linear & (entry->large ? ~PDE_FRAME : ~PTE_FRAME))) &
           cpu->address_lines;
}

/*
 * Discards the windows of all large pages but one: a large page is in another TLB, whose
 * replacement state must record every change of page.
 */
static void page_walk_forget_large_windows(struct cpu *cpu, uint32_t page)
{
    for (uint32_t left = cpu->large_windows; left; left &= left - 1) {
        const unsigned set = (unsigned)__builtin_ctz(left);
        if ((cpu->read_window[set].start ^ page) & PDE_FRAME)
            window_forget(cpu, set);
    }
}

#define LARGE_PAGE_BYTES (~PDE_FRAME + 1u)

/* True for a large page that consists of RAM only. */
static bool is_plain_large(const struct cpu *cpu, const struct tlb_entry *entry)
{
    return entry->large && cpu->address_lines == UINT32_MAX &&
           in_ram(cpu, entry->physical, LARGE_PAGE_BYTES) &&
           (!cpu->rom_size || entry->physical >= ROM_END);
}

static struct window page_walk_window(const struct cpu *cpu, const struct tlb_entry *entry,
                                      uint32_t linear)
{
    if (is_plain_large(cpu, entry))
        return (struct window){
            .start = linear & PDE_FRAME, .size = LARGE_PAGE_BYTES, .physical = entry->physical};

    const uint32_t start = linear & PTE_FRAME;
    const uint32_t physical = physical_of(cpu, entry, start);

    return (struct window){
        .start = start,
        .size = in_ram(cpu, physical, 0x1000) ? 0x1000 : 0,
        .physical = physical,
    };
}

uint32_t page_walk_data(struct cpu *cpu, uint32_t linear, bool write)
{
    if (!(cpu->cr0 & CR0_PG))
        return linear & cpu->address_lines;

    const struct page_access access = {.write = write, .user = cpu->cpl == 3};
    const struct tlb_entry entry = page_walk_translate(cpu, TLB_DATA, linear, access);
    const unsigned set = (linear >> 12) & cpu->window_mask;
    const struct window window = page_walk_window(cpu, &entry, linear);

    /* The set's other windows no longer belong to its most recently used way. */
    window_forget(cpu, set);
    page_walk_record_way(cpu, &entry, linear);
    if (entry.large)
        page_walk_forget_large_windows(cpu, linear);
    cpu->read_window[set] = window;
    cpu->large_windows |= (uint32_t)entry.large << set;
    if (!in_rom(cpu, window.physical) &&
        (write ||
         (entry.dirty && page_allowed(cpu, &entry, (struct page_access){true, access.user}))))
        cpu->write_window[set] = window;
    return physical_of(cpu, &entry, linear);
}

uint32_t page_walk_system(struct cpu *cpu, uint32_t linear, bool write)
{
    if (!(cpu->cr0 & CR0_PG))
        return linear & cpu->address_lines;

    const struct page_access access = {.write = write, .user = false};
    const struct tlb_entry entry = page_walk_translate(cpu, TLB_DATA, linear, access);
    const unsigned set = (linear >> 12) & cpu->window_mask;

    window_forget(cpu, set);
    page_walk_record_way(cpu, &entry, linear);
    if (entry.large)
        page_walk_forget_large_windows(cpu, linear);
    return physical_of(cpu, &entry, linear);
}

uint32_t page_walk_code(struct cpu *cpu, uint32_t linear)
{
    if (!(cpu->cr0 & CR0_PG)) {
        cpu->code_window = (struct window){.start = linear & PTE_FRAME,
                                           .size = 0x1000,
                                           .physical = linear & PTE_FRAME & cpu->address_lines};
        return linear & cpu->address_lines;
    }

    const struct page_access access = {.write = false, .user = cpu->cpl == 3};
    const struct tlb_entry entry = page_walk_translate(cpu, TLB_CODE, linear, access);

    cpu->code_window = (struct window){.start = linear & PTE_FRAME,
                                       .size = 0x1000,
                                       .physical = physical_of(cpu, &entry, linear & PTE_FRAME)};
    return physical_of(cpu, &entry, linear);
}

bool page_walk_peek(const struct cpu *cpu, uint32_t linear, uint32_t needed, uint32_t *physical)
{
    uint32_t entry;

    *physical = linear & cpu->address_lines;
    if (!(cpu->cr0 & CR0_PG))
        return true;
    if (cpu->cr4 & CR4_PAE)
        return page_walk_pae_peek(cpu, linear, needed, physical);
    guest_physical_read(cpu, (cpu->cr3 & PTE_FRAME) + (linear >> 22) * 4, &entry, sizeof entry);
    if ((entry & needed) != needed)
        return false;
    if ((entry & PDE_LARGE) && (cpu->cr4 & CR4_PSE)) {
        *physical = (large_frame(cpu, entry) + (linear & ~PDE_FRAME)) & cpu->address_lines;
        return !(entry & large_reserved(cpu));
    }
    guest_physical_read(cpu, (entry & PTE_FRAME) + ((linear >> 12) & 0x3ff) * 4, &entry,
                        sizeof entry);
    *physical = ((entry & PTE_FRAME) + (linear & ~PTE_FRAME)) & cpu->address_lines;
    return (entry & needed) == needed;
}

bool code_page_mapped(const struct cpu *cpu, uint32_t linear, uint32_t physical)
{
    const uint32_t needed = PTE_PRESENT | (cpu->cpl == 3 ? PTE_USER : 0);
    uint32_t at;

    return page_walk_peek(cpu, linear, needed, &at) && at == physical;
}

void page_walk_flush_windows(struct cpu *cpu)
{
    const bool paging = cpu->cr0 & CR0_PG;
    const uint32_t straight = cpu->address_lines & A20 ? cpu->ram_size : A20;
    const struct window all = {.start = 0, .size = paging ? 0 : straight};
    struct window writable = all;

    if (!paging && cpu->rom_size)
        writable.size = ROM_END - cpu->rom_size;
    for (unsigned i = 0; i < WINDOW_COUNT; i++) {
        cpu->read_window[i] = all;
        cpu->write_window[i] = writable;
        cpu->window_way[i] = NO_WAY;
    }
    cpu->large_windows = 0;
    cpu->code_window = (struct window){0};
    near_lines_forget(cpu);
}

void memory_gate_a20(struct cpu *cpu, bool open)
{
    cpu->address_lines = open ? UINT32_MAX : ~A20;
    page_walk_flush_windows(cpu);
}
