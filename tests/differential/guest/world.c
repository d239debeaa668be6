/*
 * SPDX-License-Identifier: MIT
 * Sets up and restores the arena. The guest writes the arena's frames only through their identity
 * mapping, so that the A and D bits of the arena's pages show what the case itself accessed.
 */
#include "tests/differential/guest/world.h"

#include "boot/descriptors.h"
#include "kernel/lib/string.h"
#include "kernel/lib/x86.h"

#define IDENTITY_TABLES 4u       /* 16 MB, for the guest and its module */
#define LOW_ARENA       0x40000u /* virtual-8086 code finds the arena here, as segment 4000h */
#define ENTRIES         1024u
#define PTE_PRESENT     0x001u
#define PTE_WRITE       0x002u
#define PTE_USER        0x004u
#define PTE_DIRTY       0x040u
#define PTE_PATCHED     0x200u /* one of the PTE bits available to software */
#define PTE_FLAGS       0xDFFu /* the other bits below the address */
#define CR0_PE          (1u << 0)
#define CR0_MP          (1u << 1)
#define CR0_ET          (1u << 4)
#define CR0_NE          (1u << 5)
#define CR0_WP          (1u << 16)
#define CR0_PG          (1u << 31)
#define FILLER          0x5AFE5AFEu /* enter.asm overwrites exception frames with it */
#define GUEST_CR0       (CR0_PE | CR0_MP | CR0_ET | CR0_NE | CR0_WP | CR0_PG)
#define GATE_TYPE       0x1F00u
#define GATE_32         0x0E00u /* an interrupt gate; a trap gate has bit 8 set too */
#define GATE_16         0x0600u
#define DR7_NOTHING     0x400u

#define HANDLER_STACK_BYTES 4096

typedef uint8_t page_bytes[PAGE_BYTES];

static uint32_t directory[ENTRIES] __attribute__((aligned(4096)));
static uint32_t identity[IDENTITY_TABLES][ENTRIES] __attribute__((aligned(4096)));
static uint32_t arena_table[ENTRIES] __attribute__((aligned(4096)));
static uint32_t *const low_table = &identity[0][LOW_ARENA / PAGE_BYTES];
static page_bytes frames[ARENA_PAGES_MAX] __attribute__((aligned(4096)));
static page_bytes start[ARENA_PAGES_MAX]; /* the pages as this case found them */
static page_bytes pristine[ARENA_PAGES_MAX];
static uint8_t double_fault_stack[HANDLER_STACK_BYTES] __attribute__((aligned(16)));
static uint8_t invalid_tss_stack[HANDLER_STACK_BYTES] __attribute__((aligned(16)));

static const struct world *world;
uint32_t task_interrupted;

extern const uint32_t handlers[256], handlers16[256];
void double_fault(void);
void invalid_tss(void);
extern char guest_base[];

static void *in_pristine(uint32_t linear)
{
    return (uint8_t *)pristine + (linear - ARENA_BASE);
}

static void map(void)
{
    for (uint32_t i = 0; i < IDENTITY_TABLES * ENTRIES; i++)
        identity[i / ENTRIES][i % ENTRIES] = i * PAGE_BYTES | PTE_PRESENT | PTE_WRITE;
    for (uint32_t i = 0; i < IDENTITY_TABLES; i++)
        directory[i] = (uint32_t)identity[i] | PTE_PRESENT | PTE_WRITE;
    directory[0] |= PTE_USER;
    directory[ARENA_BASE >> 22] = (uint32_t)arena_table | PTE_PRESENT | PTE_WRITE | PTE_USER;
}

void world_forget_accesses(void)
{
    for (uint32_t i = 0; i < world->pages; i++)
        low_table[i] = arena_table[i] =
            world->page_flags[i] ? (uint32_t)frames[i] | world->page_flags[i] : 0;
    __asm__ volatile("mov %0, %%cr3" : : "r"(directory) : "memory");
}

/* Fills in the handlers' addresses: the module has the kind of gate of each vector, but only the
 * guest knows the addresses. */
static void add_handlers(void)
{
    uint32_t *gate = in_pristine(world->idt);

    for (unsigned vector = 0; vector < 256; vector++, gate += 2) {
        uint32_t type = gate[1] & GATE_TYPE & ~0x100u, offset;
        if (type == GATE_32)
            offset = handlers[vector];
        else if (type == GATE_16)
            offset = handlers16[vector] - (uint32_t)guest_base;
        else
            continue;
        gate[0] = (gate[0] & 0xFFFF0000u) | (offset & 0xFFFFu);
        gate[1] = (gate[1] & 0xFFFFu) | (type == GATE_32 ? offset & 0xFFFF0000u : 0);
    }
}

/* The base of SELECTOR_KERNEL_CODE16 is the image, so that 16-bit offsets reach its handlers. */
static void place_code16(void)
{
    uint8_t *descriptor = (uint8_t *)in_pristine(world->gdt) + SELECTOR_KERNEL_CODE16;
    uint32_t base = (uint32_t)guest_base;

    descriptor[2] = (uint8_t)base;
    descriptor[3] = (uint8_t)(base >> 8);
    descriptor[4] = (uint8_t)(base >> 16);
    descriptor[7] = (uint8_t)(base >> 24);
}

static struct task_state handler_task(void (*handler)(void), uint8_t *stack)
{
    return (struct task_state){
        .cr3 = (uint32_t)directory,
        .eip = (uint32_t)handler,
        .eflags = EFLAGS_RESERVED_ONE,
        .esp = (uint32_t)(stack + HANDLER_STACK_BYTES),
        .cs = SELECTOR_KERNEL_CODE,
        .ss = SELECTOR_KERNEL_DATA,
        .ds = SELECTOR_KERNEL_DATA,
        .es = SELECTOR_KERNEL_DATA,
        .fs = SELECTOR_KERNEL_DATA,
        .gs = SELECTOR_KERNEL_DATA,
        .io_map = sizeof(struct task_state),
    };
}

static void set_up_tasks(void)
{
    struct task_state *main_task = in_pristine(world->task);
    struct task_state *other_task = in_pristine(world->other_task);
    struct task_state *double_fault_task = in_pristine(world->double_fault);
    struct task_state *invalid_task = in_pristine(world->invalid_task);

    main_task->cr3 = (uint32_t)directory;
    other_task->cr3 = (uint32_t)directory;
    *double_fault_task = handler_task(double_fault, double_fault_stack);
    *invalid_task = handler_task(invalid_tss, invalid_tss_stack);
}

static void load_tables(void)
{
    x86_load_gdt((void *)world->gdt, world->gdt_limit + 1, SELECTOR_KERNEL_CODE,
                 SELECTOR_KERNEL_DATA);
    x86_load_idt((void *)world->idt, 256 * 8);
    __asm__ volatile("lldt %w0" : : "r"(0));
    x86_load_task(SELECTOR_TASK);
}

const char *world_install(const struct world *module)
{
    world = module;
    if (world->magic != WORLD_MAGIC)
        return "the module is not one of the generator's";
    if (world->pages > ARENA_PAGES_MAX)
        return "the module's arena has more pages than the guest holds";

    memcpy(pristine, world + 1, world->pages * PAGE_BYTES);
    add_handlers();
    place_code16();
    set_up_tasks();
    map();
    memcpy(start, pristine, sizeof pristine);
    memcpy(frames, pristine, sizeof pristine);
    world_forget_accesses();
    write_cr0(GUEST_CR0);
    load_tables();
    /* LTR has marked the task as busy; cases find it so. */
    uint32_t descriptor = world->gdt - ARENA_BASE + SELECTOR_TASK;
    memcpy((uint8_t *)pristine + descriptor, (uint8_t *)frames + descriptor, 8);
    memcpy((uint8_t *)start + descriptor, (uint8_t *)frames + descriptor, 8);
    return NULL;
}

/* Writes only the bytes that differ: unchanged code stays translated and in the code cache. */
static void copy_changes(uint8_t *to, const uint8_t *from, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (to[i] != from[i])
            to[i] = from[i];
}

void world_patch(uint32_t address, const void *bytes, uint32_t count)
{
    copy_changes((uint8_t *)frames + (address - ARENA_BASE), bytes, count);
    memcpy((uint8_t *)start + (address - ARENA_BASE), bytes, count);
    arena_table[(address - ARENA_BASE) / PAGE_BYTES] |= PTE_PATCHED;
    arena_table[(address + count - 1 - ARENA_BASE) / PAGE_BYTES] |= PTE_PATCHED;
}

/* PTE flags after accesses through either address of a page. */
static uint32_t flags_of(uint32_t i)
{
    return (arena_table[i] | low_table[i]) & PTE_FLAGS;
}

void world_changes(void (*dword)(uint32_t address, uint32_t now),
                   void (*page)(uint32_t number, uint32_t flags))
{
    for (uint32_t i = 0; i < world->pages; i++) {
        if (flags_of(i) != world->page_flags[i])
            page(i, flags_of(i));
        if (!(flags_of(i) & PTE_DIRTY))
            continue;
        const uint32_t *now = (const uint32_t *)frames[i], *before = (const uint32_t *)start[i];
        for (uint32_t j = 0; j < PAGE_BYTES / 4; j++)
            if (now[j] != before[j] && now[j] != FILLER)
                dword(ARENA_BASE + i * PAGE_BYTES + j * 4, now[j]);
    }
}

/* The TSS that the descriptor of this selector points to. */
static const struct task_state *task_of(uint32_t selector)
{
    const uint8_t *descriptor = (const uint8_t *)world->gdt + (selector & 0xFFF8u);
    uint32_t base = descriptor[2] | descriptor[3] << 8 | descriptor[4] << 16;

    return (const struct task_state *)(base | (uint32_t)descriptor[7] << 24);
}

void world_read_interrupted(struct final_state *final)
{
    const struct task_state *handler =
        task_of(final->vector == 8 ? SELECTOR_DOUBLE_FAULT : SELECTOR_INVALID_TSS);
    const struct task_state *task = task_of(handler->link);

    final->eax = task->eax, final->ebx = task->ebx, final->ecx = task->ecx, final->edx = task->edx;
    final->esi = task->esi, final->edi = task->edi, final->ebp = task->ebp, final->esp = task->esp;
    final->eip = task->eip, final->eflags = task->eflags;
    final->cs = task->cs, final->ss = task->ss, final->ds = task->ds, final->es = task->es;
    final->fs = task->fs, final->gs = task->gs;
}

void world_read_registers(struct final_state *final)
{
    struct table_register gdtr, idtr;

    final->cr0 = read_cr0();
    final->cr2 = read_cr2();
    final->cr3 = read_cr3();
    final->cr4 = read_cr4();
    write_cr0(GUEST_CR0);
    __asm__ volatile("mov %%dr0, %0" : "=r"(final->dr[0]));
    __asm__ volatile("mov %%dr1, %0" : "=r"(final->dr[1]));
    __asm__ volatile("mov %%dr2, %0" : "=r"(final->dr[2]));
    __asm__ volatile("mov %%dr3, %0" : "=r"(final->dr[3]));
    __asm__ volatile("mov %%dr6, %0" : "=r"(final->dr[6]));
    __asm__ volatile("mov %%dr7, %0" : "=r"(final->dr[7]));
    __asm__ volatile("sgdt %0" : "=m"(gdtr));
    __asm__ volatile("sidt %0" : "=m"(idtr));
    __asm__ volatile("sldt %w0" : "=r"(final->ldt));
    __asm__ volatile("str %w0" : "=r"(final->task));
    final->cr3 -= (uint32_t)directory;
    final->ldt &= 0xFFFF;
    final->task &= 0xFFFF;
    final->gdt_limit = gdtr.limit;
    final->gdt_base = gdtr.base;
    final->idt_limit = idtr.limit;
    final->idt_base = idtr.base;
}

static void restore_registers(const struct final_state *final)
{
    if (final->cr4)
        __asm__ volatile("mov %0, %%cr4" : : "r"(0));
    if (final->dr[7] != DR7_NOTHING)
        __asm__ volatile("mov %0, %%dr7" : : "r"(DR7_NOTHING));
    /* A double fault in the case or a task switch changes TR. */
    if (task_interrupted || final->task != SELECTOR_TASK || final->ldt ||
        final->gdt_base != world->gdt || final->gdt_limit != world->gdt_limit ||
        final->idt_base != world->idt || final->idt_limit != 256 * 8 - 1) {
        task_interrupted = 0;
        uint32_t high = world->gdt - ARENA_BASE + SELECTOR_TASK + 5;
        ((uint8_t *)frames)[high] &= (uint8_t)~2u; /* LTR refuses a busy TSS */
        load_tables();
    }
}

static bool is_touched(uint32_t i)
{
    return (flags_of(i) & PTE_DIRTY) || (arena_table[i] & PTE_PATCHED);
}

void world_restore(const struct final_state *final)
{
    for (uint32_t i = 0; i < world->pages; i++) {
        if (!is_touched(i))
            continue;
        memcpy(frames[i], pristine[i], PAGE_BYTES);
        memcpy(start[i], pristine[i], PAGE_BYTES);
    }
    restore_registers(final);
}

/* Does what copy_changes() does, but faster. */
static void page_as_before(uint32_t i)
{
    uint32_t *now = (uint32_t *)frames[i], left = PAGE_BYTES / 4;
    const uint32_t *before = (const uint32_t *)start[i];

    while (left) {
        bool differ;

        __asm__ volatile("repe cmpsl"
                         : "+S"(now), "+D"(before), "+c"(left), "=@ccne"(differ)
                         :
                         : "memory");
        if (differ)
            now[-1] = before[-1];
    }
}

void world_again(const struct final_state *final)
{
    for (uint32_t i = 0; i < world->pages; i++)
        if (is_touched(i))
            page_as_before(i);
    restore_registers(final);
}
