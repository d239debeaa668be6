/*
 * SPDX-License-Identifier: MIT
 * Interrupt and exception delivery, and IRET (Pentium Developer's Manual volume 3, ch. 14 and 25).
 */
#include "sim/cpu/flags.h"
#include "sim/cpu/guest_memory.h"
#include "sim/cpu/integer/stack.h"
#include "sim/cpu/system/far_transfer.h"
#include "sim/cpu/system/vme.h"

#define IDT_ERROR(vector) ((uint32_t)(vector)*8 + 2)

/* ---- delivery ------------------------------------------------------------------------------ */

static void interrupt_deliver_real(struct cpu *cpu, const struct event *event)
{
    const uint32_t entry = event->vector * 4u;

    if (entry + 3 > cpu->idtr.limit)
        raise_error(cpu, VECTOR_GP, IDT_ERROR(event->vector));

    const uint32_t pointer = system_load32(cpu, cpu->idtr.base + entry);

    push16(cpu, cpu->current, (uint16_t)eflags_read(cpu));
    push16(cpu, cpu->current, cpu->seg[SEG_CS].selector);
    push16(cpu, cpu->current, (uint16_t)cpu->eip);
    cpu->eflags &= ~(FLAG_IF | FLAG_TF | FLAG_AC | FLAG_RF);
    cpu->seg[SEG_CS].limit = 0xffff;
    far_transfer_enter_real(cpu, (uint16_t)(pointer >> 16), pointer & 0xffff);
}

static struct descriptor interrupt_fetch_gate(struct cpu *cpu, const struct event *event)
{
    const uint32_t error = IDT_ERROR(event->vector);
    const uint32_t offset = event->vector * 8u;

    if (offset + 7 > cpu->idtr.limit)
        raise_error(cpu, VECTOR_GP, error);

    const struct descriptor gate = {
        .linear = cpu->idtr.base + offset,
        .raw = guest_descriptor_load(cpu, cpu->idtr.base + offset),
    };
    const uint8_t access = descriptor_access(&gate);

    switch (access_system_type(access)) {
    case TYPE_TASK_GATE:
    case TYPE_INTERRUPT_GATE16:
    case TYPE_TRAP_GATE16:
    case TYPE_INTERRUPT_GATE32:
    case TYPE_TRAP_GATE32:
        break;
    default:
        raise_error(cpu, VECTOR_GP, error);
    }
    if (event->kind == EVENT_SOFTWARE && ACCESS_BYTE_DPL(access) < cpu->cpl)
        raise_error(cpu, VECTOR_GP, error);
    if (!(access & ACCESS_BYTE_PRESENT))
        raise_error(cpu, VECTOR_NP, error);
    return gate;
}

static struct descriptor interrupt_fetch_handler(struct cpu *cpu, uint16_t selector)
{
    if (SELECTOR_IS_NULL(selector))
        raise_error(cpu, VECTOR_GP, 0);

    const struct descriptor target = segment_descriptor_fetch(cpu, selector, VECTOR_GP);
    const uint8_t access = descriptor_access(&target);

    if (!access_is_code(access) || ACCESS_BYTE_DPL(access) > cpu->cpl)
        raise_error(cpu, VECTOR_GP, SELECTOR_ERROR(selector));
    if (!(access & ACCESS_BYTE_PRESENT))
        raise_error(cpu, VECTOR_NP, SELECTOR_ERROR(selector));
    return target;
}

/* Faults push RF set, so that the restarted instruction does not hit its breakpoint again. */
static uint32_t pushed_eflags(const struct cpu *cpu, const struct event *event)
{
    const bool fault = event->kind == EVENT_EXCEPTION && event->vector != VECTOR_DB;

    return eflags_read(cpu) | (fault ? FLAG_RF : 0);
}

static void push_v86_segments(struct cpu *cpu, unsigned bytes)
{
    static const uint8_t order[] = {SEG_GS, SEG_FS, SEG_DS, SEG_ES};

    for (unsigned i = 0; i < sizeof order; i++)
        push_sized(cpu, cpu->current, cpu->seg[order[i]].selector, bytes);
}

static void interrupt_enter_inner_stack(struct cpu *cpu, unsigned cpl, unsigned bytes)
{
    const bool v86 = v86_mode(cpu);
    const uint16_t old_ss = cpu->seg[SEG_SS].selector;
    const uint32_t old_esp = cpu->reg[REG_ESP];
    const struct stack_pointer inner = task_inner_stack(cpu, cpl);

    cpu->eflags &= ~FLAG_VM;
    segment_load_stack(cpu, inner.selector, cpl, VECTOR_TS, VECTOR_SS);
    model_segment_load(cpu->model, 1);
    stack_pointer_set(cpu, inner.esp);
    far_transfer_set_cpl(cpu, cpl);
    if (v86) {
        push_v86_segments(cpu, bytes);
        segment_set_null(cpu, SEG_GS, 0);
        segment_set_null(cpu, SEG_FS, 0);
        segment_set_null(cpu, SEG_DS, 0);
        segment_set_null(cpu, SEG_ES, 0);
    }
    push_sized(cpu, cpu->current, old_ss, bytes);
    push_sized(cpu, cpu->current, old_esp, bytes);
}

static void interrupt_deliver_gate(struct cpu *cpu, const struct event *event,
                                   const struct descriptor *gate)
{
    const unsigned type = access_system_type(descriptor_access(gate));
    const unsigned bytes = type & 8u ? 4 : 2;
    const uint32_t eflags = pushed_eflags(cpu, event);
    const uint32_t return_eip = cpu->eip;
    const uint16_t old_cs = cpu->seg[SEG_CS].selector;
    const uint16_t selector = gate_selector(gate);
    const struct descriptor target = interrupt_fetch_handler(cpu, selector);
    const uint8_t access = descriptor_access(&target);
    const bool inner = !access_is_conforming(access) && ACCESS_BYTE_DPL(access) < cpu->cpl;

    if (v86_mode(cpu) && (!inner || ACCESS_BYTE_DPL(access) != 0))
        raise_error(cpu, VECTOR_GP, SELECTOR_ERROR(selector));
    if (inner)
        interrupt_enter_inner_stack(cpu, ACCESS_BYTE_DPL(access), bytes);
    push_sized(cpu, cpu->current, eflags, bytes);
    push_sized(cpu, cpu->current, old_cs, bytes);
    push_sized(cpu, cpu->current, return_eip, bytes);
    if (event->has_error)
        push_sized(cpu, cpu->current, event->error, bytes);
    far_transfer_enter_code(cpu, selector, &target, gate_offset(gate), cpu->cpl);
    cpu->eflags &= ~(FLAG_TF | FLAG_NT | FLAG_VM | FLAG_RF);
    if (type == TYPE_INTERRUPT_GATE16 || type == TYPE_INTERRUPT_GATE32)
        cpu->eflags &= ~FLAG_IF;
}

static void interrupt_deliver_task(struct cpu *cpu, const struct event *event,
                                   const struct descriptor *gate)
{
    const bool has_error = event->has_error;

    cpu->eflags |= pushed_eflags(cpu, event) & FLAG_RF;
    task_gate(cpu, gate, TASK_CALL, cpu->eip);
    if (has_error)
        push_sized(cpu, cpu->current, event->error, cpu->seg[SEG_TR].access & 8u ? 4 : 2);
}

static void interrupt_deliver_protected(struct cpu *cpu, const struct event *event)
{
    if (event->int_n && v86_mode(cpu)) {
        if (vme_interrupt(cpu, event->vector))
            return;
        if (iopl(cpu) < 3)
            raise_error(cpu, VECTOR_GP, 0);
    }

    const struct descriptor gate = interrupt_fetch_gate(cpu, event);

    if (access_system_type(descriptor_access(&gate)) == TYPE_TASK_GATE)
        interrupt_deliver_task(cpu, event, &gate);
    else
        interrupt_deliver_gate(cpu, event, &gate);
}

void interrupt_deliver(struct cpu *cpu, const struct event *event)
{
    far_checkpoint_save(cpu);
    if (event->kind == EVENT_EXTERNAL)
        model_interrupt(cpu->model);
    else if (event->kind == EVENT_SOFTWARE)
        model_software_interrupt(cpu->model);
    else
        model_exception(cpu->model);
    if (event->kind == EVENT_EXCEPTION && event->vector == VECTOR_DB)
        model_debug_exception(cpu->model);
    if (cpu->cr0 & CR0_PE)
        interrupt_deliver_protected(cpu, event);
    else
        interrupt_deliver_real(cpu, event);
    far_checkpoint_discard(cpu);
    cpu->shadow = SHADOW_NONE;
    cpu->step.trap = false; /* for a single-stepped INT: TF is clear in the handler */
    run_loop_mode_changed(cpu);
}

/* ---- IRET ---------------------------------------------------------------------------------- */

/* Returns the bits of EFLAGS that an IRET at that privilege level may change. */
static uint32_t interrupt_iret_mask(const struct cpu *cpu, unsigned cpl, unsigned bytes)
{
    uint32_t mask =
        FLAG_ARITHMETIC | FLAG_TF | FLAG_DF | FLAG_NT | FLAG_RF | FLAG_AC | eflags_id(cpu);

    if (cpl <= iopl(cpu))
        mask |= FLAG_IF;
    if (cpl == 0)
        mask |= FLAG_IOPL | FLAG_VIF | FLAG_VIP;
    return bytes == 2 ? mask & 0xffffu : mask;
}

static void eflags_merge(struct cpu *cpu, uint32_t value, uint32_t mask)
{
    eflags_write(cpu, (eflags_read(cpu) & ~mask) | (value & mask));
}

static void interrupt_iret_real(struct cpu *cpu, const struct insn *insn, unsigned bytes)
{
    const uint32_t eip = pop_sized(cpu, insn, bytes);
    const uint16_t cs = (uint16_t)pop_sized(cpu, insn, bytes);
    const uint32_t eflags = pop_sized(cpu, insn, bytes);
    uint32_t mask = FLAG_ALL & ~(FLAG_VM | FLAG_VIF | FLAG_VIP);

    if (v86_mode(cpu))
        mask &= ~FLAG_IOPL;
    far_transfer_enter_real(cpu, cs, eip);
    if (vme_active(cpu))
        vme_flags_write(cpu, (uint16_t)eflags);
    else
        eflags_merge(cpu, eflags, bytes == 2 ? mask & 0xffffu : mask);
}

/* Returns to virtual-8086 mode, popping six more doublewords. */
static void interrupt_iret_to_v86(struct cpu *cpu, const struct insn *insn, uint32_t eip,
                                  uint16_t cs, uint32_t eflags)
{
    static const uint8_t order[] = {SEG_ES, SEG_DS, SEG_FS, SEG_GS};
    const uint32_t esp = peek_sized(cpu, insn, 12, 4);
    const uint16_t ss = (uint16_t)peek_sized(cpu, insn, 16, 4);
    uint16_t selectors[4];

    for (unsigned i = 0; i < 4; i++)
        selectors[i] = (uint16_t)peek_sized(cpu, insn, 20 + 4 * i, 4);
    eflags_write(cpu, eflags & FLAG_ALL);
    for (unsigned i = 0; i < 4; i++)
        segment_set_real(cpu, order[i], selectors[i]);
    segment_set_real(cpu, SEG_SS, ss);
    segment_set_real(cpu, SEG_CS, cs);
    cpu->reg[REG_ESP] = esp;
    cpu->eip = eip & 0xffff;
    cpu->jumped = true;
    far_transfer_set_cpl(cpu, 3);
    model_segment_load(cpu->model, 6);
}

static void interrupt_iret_task(struct cpu *cpu)
{
    const uint16_t link = system_load16(cpu, cpu->seg[SEG_TR].base);
    const struct descriptor target = segment_descriptor_fetch(cpu, link, VECTOR_TS);
    const unsigned type = access_system_type(descriptor_access(&target));

    if ((link & 4) || (type != TYPE_TSS16_BUSY && type != TYPE_TSS32_BUSY))
        raise_error(cpu, VECTOR_TS, SELECTOR_ERROR(link));
    if (!(descriptor_access(&target) & ACCESS_BYTE_PRESENT))
        raise_error(cpu, VECTOR_NP, SELECTOR_ERROR(link));
    task_switch(cpu, link, &target, TASK_RETURN, cpu->eip);
}

static void interrupt_iret_protected(struct cpu *cpu, const struct insn *insn, unsigned bytes)
{
    if (cpu->eflags & FLAG_NT) {
        interrupt_iret_task(cpu);
        return;
    }

    const uint32_t eip = peek_sized(cpu, insn, 0, bytes);
    const uint16_t cs = (uint16_t)peek_sized(cpu, insn, bytes, bytes);
    const uint32_t eflags = peek_sized(cpu, insn, 2 * bytes, bytes);

    if (bytes == 4 && (eflags & FLAG_VM) && cpu->cpl == 0) {
        interrupt_iret_to_v86(cpu, insn, eip, cs, eflags);
        return;
    }

    const struct descriptor target = far_transfer_return_target(cpu, cs);
    const uint32_t mask = interrupt_iret_mask(cpu, cpu->cpl, bytes);

    if (SELECTOR_RPL(cs) == cpu->cpl) {
        stack_pointer_set(cpu, cpu->reg[REG_ESP] + 3 * bytes);
        far_transfer_enter_code(cpu, cs, &target, eip, cpu->cpl);
    } else {
        const struct stack_pointer outer = {
            .esp = peek_sized(cpu, insn, 3 * bytes, bytes),
            .selector = (uint16_t)peek_sized(cpu, insn, 4 * bytes, bytes),
        };
        far_transfer_return_outer(cpu, cs, &target, eip, outer, VECTOR_NP);
    }
    eflags_merge(cpu, eflags, mask);
}

void interrupt_return(struct cpu *cpu, const struct insn *insn, unsigned bytes)
{
    if (v86_mode(cpu) && iopl(cpu) < 3 && !(vme_active(cpu) && bytes == 2))
        raise_error(cpu, VECTOR_GP, 0);
    far_checkpoint_save(cpu);
    if (protected_mode(cpu))
        interrupt_iret_protected(cpu, insn, bytes);
    else
        interrupt_iret_real(cpu, insn, bytes);
    far_checkpoint_discard(cpu);
    cpu->nmi_blocked = false;
    run_loop_mode_changed(cpu);
}
