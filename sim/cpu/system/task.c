/*
 * SPDX-License-Identifier: MIT
 * Task state segments, 16- and 32-bit: inner stacks, I/O permissions, hardware task switches.
 * (Pentium Developer's Manual volume 3, ch. 13.)
 */
#include "sim/cpu/system/debug_registers.h"
#include "sim/cpu/flags.h"
#include "sim/cpu/guest_memory.h"
#include "sim/cpu/system/far_transfer.h"
#include "sim/cpu/system/page_walk.h"

/* Offsets of the fields in each kind of TSS; `bytes` is the width of a register's slot. */
struct tss_layout {
    uint8_t bytes;
    uint8_t eip, eflags, registers, segments, ldt;
    uint8_t segment_count, segment_stride;
    uint8_t last; /* lowest limit that includes all fields */
};

static const struct tss_layout layout16 = {
    .bytes = 2,
    .eip = 0x0e,
    .eflags = 0x10,
    .registers = 0x12,
    .segments = 0x22,
    .segment_count = 4,
    .segment_stride = 2,
    .ldt = 0x2a,
    .last = 0x2b,
};

static const struct tss_layout layout32 = {
    .bytes = 4,
    .eip = 0x20,
    .eflags = 0x24,
    .registers = 0x28,
    .segments = 0x48,
    .segment_count = 6,
    .segment_stride = 4,
    .ldt = 0x60,
    .last = 0x67,
};

#define TSS32_CR3    0x1c
#define TSS32_TRAP   0x64
#define TSS32_IO_MAP 0x66

#define TSS_TYPE_32   0x08u
#define TSS_TYPE_BUSY 0x02u

static const struct tss_layout *layout_of(uint8_t access)
{
    return access & TSS_TYPE_32 ? &layout32 : &layout16;
}

struct stack_pointer task_inner_stack(struct cpu *cpu, unsigned cpl)
{
    const struct segment *tr = &cpu->seg[SEG_TR];
    const bool wide = tr->access & TSS_TYPE_32;
    const uint32_t at = wide ? 4 + cpl * 8 : 2 + cpl * 4;
    struct stack_pointer stack;

    if (at + (wide ? 5 : 3) > tr->limit)
        raise_error(cpu, VECTOR_TS, SELECTOR_ERROR(tr->selector));
    if (wide) {
        stack.esp = system_load32(cpu, tr->base + at);
        stack.selector = system_load16(cpu, tr->base + at + 4);
    } else {
        stack.esp = system_load16(cpu, tr->base + at);
        stack.selector = system_load16(cpu, tr->base + at + 2);
    }
    return stack;
}

bool task_io_allowed(struct cpu *cpu, uint16_t port, unsigned bytes)
{
    const struct segment *tr = &cpu->seg[SEG_TR];
    const uint32_t mask = ((1u << bytes) - 1) << (port & 7);

    if (!(tr->access & TSS_TYPE_32) || !(tr->access & ACCESS_BYTE_PRESENT) ||
        tr->limit < layout32.last)
        return false;

    const uint32_t at = system_load16(cpu, tr->base + TSS32_IO_MAP) + port / 8u;

    if (at + 1 > tr->limit)
        return false;
    return !(system_load16(cpu, tr->base + at) & mask);
}

bool task_interrupt_redirected(struct cpu *cpu, uint8_t vector)
{
    const struct segment *tr = &cpu->seg[SEG_TR];

    if (!(tr->access & TSS_TYPE_32) || tr->limit < layout32.last)
        raise_error(cpu, VECTOR_GP, 0);

    const uint32_t at = system_load16(cpu, tr->base + TSS32_IO_MAP) - 32u + vector / 8u;

    if (at > tr->limit)
        raise_error(cpu, VECTOR_GP, 0);
    return !(system_load16(cpu, tr->base + (at & ~1u)) >> (8 * (at & 1) + vector % 8u) & 1);
}

static uint32_t task_slot_load(struct cpu *cpu, uint32_t at, unsigned bytes)
{
    return bytes == 4 ? system_load32(cpu, at) : system_load16(cpu, at);
}

static void task_slot_store(struct cpu *cpu, uint32_t at, uint32_t value, unsigned bytes)
{
    if (bytes == 4)
        system_store32(cpu, at, value);
    else
        system_store16(cpu, at, (uint16_t)value);
}

static void task_state_save(struct cpu *cpu, uint32_t eip, uint32_t eflags)
{
    const uint32_t base = cpu->seg[SEG_TR].base;
    const struct tss_layout *layout = layout_of(cpu->seg[SEG_TR].access);

    task_slot_store(cpu, base + layout->eip, eip, layout->bytes);
    task_slot_store(cpu, base + layout->eflags, eflags, layout->bytes);
    for (unsigned i = 0; i < 8; i++)
        task_slot_store(cpu, base + layout->registers + i * layout->bytes, cpu->reg[i],
                        layout->bytes);
    for (unsigned i = 0; i < layout->segment_count; i++)
        system_store16(cpu, base + layout->segments + i * layout->segment_stride,
                       cpu->seg[i].selector);
}

/* A task's state as read from its TSS, before any of it takes effect. */
struct task_state {
    uint32_t cr3, eip, eflags, reg[8];
    uint16_t selector[6], ldt;
    bool trap;
};

static struct task_state task_state_load(struct cpu *cpu, uint32_t base,
                                         const struct tss_layout *layout)
{
    const uint32_t high = layout->bytes == 2 ? 0xffff0000u : 0;
    struct task_state state = {.cr3 = cpu->cr3};

    if (layout->bytes == 4) {
        state.cr3 = system_load32(cpu, base + TSS32_CR3);
        state.trap = system_load16(cpu, base + TSS32_TRAP) & 1;
    }
    state.eip = task_slot_load(cpu, base + layout->eip, layout->bytes);
    state.eflags = task_slot_load(cpu, base + layout->eflags, layout->bytes);
    for (unsigned i = 0; i < 8; i++)
        state.reg[i] =
            task_slot_load(cpu, base + layout->registers + i * layout->bytes, layout->bytes) | high;
    for (unsigned i = 0; i < layout->segment_count; i++)
        state.selector[i] =
            system_load16(cpu, base + layout->segments + i * layout->segment_stride);
    state.ldt = system_load16(cpu, base + layout->ldt);
    return state;
}

static void task_load_ldt(struct cpu *cpu, uint16_t selector)
{
    const uint32_t error = SELECTOR_ERROR(selector);
    struct descriptor descriptor;

    segment_set_null(cpu, SEG_LDTR, selector);
    if (SELECTOR_IS_NULL(selector))
        return;
    if ((selector & 4) || !segment_descriptor_read(cpu, selector, &descriptor))
        raise_error(cpu, VECTOR_TS, error);
    if (access_system_type(descriptor_access(&descriptor)) != TYPE_LDT ||
        !(descriptor_access(&descriptor) & ACCESS_BYTE_PRESENT))
        raise_error(cpu, VECTOR_TS, error);
    segment_set(cpu, SEG_LDTR, selector, &descriptor);
}

static void task_load_code(struct cpu *cpu, uint16_t selector)
{
    const uint32_t error = SELECTOR_ERROR(selector);

    if (SELECTOR_IS_NULL(selector))
        raise_error(cpu, VECTOR_TS, error);

    const struct descriptor code = segment_descriptor_fetch(cpu, selector, VECTOR_TS);
    const uint8_t access = descriptor_access(&code);
    const unsigned rpl = SELECTOR_RPL(selector);
    const unsigned dpl = ACCESS_BYTE_DPL(access);

    if (!access_is_code(access) || (access_is_conforming(access) ? dpl > rpl : dpl != rpl))
        raise_error(cpu, VECTOR_TS, error);
    if (!(access & ACCESS_BYTE_PRESENT))
        raise_error(cpu, VECTOR_NP, error);
    segment_descriptor_mark(cpu, &code);
    segment_set(cpu, SEG_CS, selector, &code);
}

static void task_load_data(struct cpu *cpu, unsigned number, uint16_t selector)
{
    const uint32_t error = SELECTOR_ERROR(selector);

    if (SELECTOR_IS_NULL(selector))
        return;

    const struct descriptor data = segment_descriptor_fetch(cpu, selector, VECTOR_TS);
    const uint8_t access = descriptor_access(&data);
    const unsigned dpl = ACCESS_BYTE_DPL(access);

    if (!access_is_data(access) && !(access_is_code(access) && (access & ACCESS_BYTE_RW)))
        raise_error(cpu, VECTOR_TS, error);
    if (!access_is_conforming(access) && (SELECTOR_RPL(selector) > dpl || cpu->cpl > dpl))
        raise_error(cpu, VECTOR_TS, error);
    if (!(access & ACCESS_BYTE_PRESENT))
        raise_error(cpu, VECTOR_NP, error);
    segment_descriptor_mark(cpu, &data);
    segment_set(cpu, number, selector, &data);
}

/* A task switch checks presence before privileges (volume 3, table of its checks). */
static void task_check_stack(struct cpu *cpu, uint16_t selector)
{
    if (SELECTOR_IS_NULL(selector))
        return;

    const struct descriptor descriptor = segment_descriptor_fetch(cpu, selector, VECTOR_TS);
    const uint8_t access = descriptor_access(&descriptor);

    if (access_is_data(access) && (access & ACCESS_BYTE_RW) && !(access & ACCESS_BYTE_PRESENT))
        raise_error(cpu, VECTOR_SS, SELECTOR_ERROR(selector));
}

/* Loads the new task's segments in its own context: faults are reported in the new task. */
static void task_load_segments(struct cpu *cpu, const struct task_state *state)
{
    static const uint8_t data[] = {SEG_ES, SEG_DS, SEG_FS, SEG_GS};

    task_load_ldt(cpu, state->ldt);
    if (v86_mode(cpu)) {
        for (unsigned i = 0; i < 6; i++)
            segment_set_real(cpu, i, state->selector[i]);
        return;
    }
    task_check_stack(cpu, state->selector[SEG_SS]);
    segment_load_stack(cpu, state->selector[SEG_SS], cpu->cpl, VECTOR_TS, VECTOR_SS);
    for (unsigned i = 0; i < sizeof data; i++)
        task_load_data(cpu, data[i], state->selector[data[i]]);
    task_load_code(cpu, state->selector[SEG_CS]);
}

static void task_enter(struct cpu *cpu, const struct task_state *state)
{
    for (unsigned i = 0; i < 6; i++)
        if (i != SEG_CS && i != SEG_SS)
            segment_set_null(cpu, i, state->selector[i]);
    /* The hidden parts of CS and SS stay until the new ones are loaded, so a #TS handler can
     * push. */
    cpu->seg[SEG_CS].selector = state->selector[SEG_CS];
    cpu->seg[SEG_SS].selector = state->selector[SEG_SS];
    memcpy(cpu->reg, state->reg, sizeof state->reg);
    cpu->eip = state->eip;
    cpu->jumped = true;
    eflags_write(cpu, state->eflags & FLAG_ALL);
    if ((cpu->cr0 & CR0_PG) && cpu->cr3 != state->cr3) {
        cpu->cr3 = state->cr3;
        if (cpu->cr4 & CR4_PAE)
            page_walk_pae_load_pointers(cpu);
        tlb_flush_not_global(cpu->model);
    }
    cpu->cr0 |= CR0_TS;
    cpu->dr[7] &= ~0x155u; /* local breakpoints and exact match */
    page_walk_flush_windows(cpu);
    far_transfer_set_cpl(cpu, v86_mode(cpu) ? 3 : SELECTOR_RPL(state->selector[SEG_CS]));
    run_loop_mode_changed(cpu);
}

void task_switch(struct cpu *cpu, uint16_t selector, const struct descriptor *descriptor,
                 enum task_reason reason, uint32_t return_eip)
{
    const uint8_t access = descriptor_access(descriptor);
    const struct tss_layout *layout = layout_of(access);
    const struct segment old = cpu->seg[SEG_TR];
    const uint32_t old_linear = cpu->gdtr.base + (old.selector & 0xfff8u);
    uint32_t eflags = eflags_read(cpu);
    struct segment *tr = &cpu->seg[SEG_TR];

    segment_set(cpu, SEG_TR, selector, descriptor);
    const struct segment new = *tr;
    *tr = old;
    if (new.limit < layout->last)
        raise_error(cpu, VECTOR_TS, SELECTOR_ERROR(selector));

    struct task_state state = task_state_load(cpu, new.base, layout);

    if (reason == TASK_RETURN)
        eflags &= ~FLAG_NT;
    task_state_save(cpu, return_eip, eflags);
    if (reason != TASK_CALL)
        guest_descriptor_store_access(cpu, old_linear, old.access & (uint8_t)~TSS_TYPE_BUSY);
    if (reason != TASK_RETURN)
        guest_descriptor_store_access(cpu, descriptor->linear, access | TSS_TYPE_BUSY);
    if (reason == TASK_CALL) {
        system_store16(cpu, new.base, old.selector);
        state.eflags |= FLAG_NT;
    }
    *tr = new;
    tr->access |= TSS_TYPE_BUSY;
    far_checkpoint_discard(cpu);
    cpu->in_new_task = true;
    task_enter(cpu, &state);
    task_load_segments(cpu, &state);
    if (cpu->eip > cpu->seg[SEG_CS].limit)
        raise_error(cpu, VECTOR_GP, 0);
    model_segment_load(cpu->model, 6);
    cpu->in_new_task = false;
    if (state.trap) {
        cpu->pending_debug |= DR6_BT;
        cpu_attention(cpu);
    }
}

void task_gate(struct cpu *cpu, const struct descriptor *gate, enum task_reason reason,
               uint32_t return_eip)
{
    const uint16_t selector = gate_selector(gate);
    const uint32_t error = SELECTOR_ERROR(selector);
    struct descriptor descriptor;

    if (SELECTOR_IS_NULL(selector) || (selector & 4) ||
        !segment_descriptor_read(cpu, selector, &descriptor))
        raise_error(cpu, VECTOR_GP, error);

    const unsigned type = access_system_type(descriptor_access(&descriptor));

    if (type != TYPE_TSS16 && type != TYPE_TSS32)
        raise_error(cpu, VECTOR_GP, error);
    if (!(descriptor_access(&descriptor) & ACCESS_BYTE_PRESENT))
        raise_error(cpu, VECTOR_NP, error);
    task_switch(cpu, selector, &descriptor, reason, return_eip);
}
