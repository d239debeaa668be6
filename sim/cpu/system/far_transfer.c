/*
 * SPDX-License-Identifier: MIT
 * Far JMP, CALL and RET in every mode (Pentium Developer's Manual volume 3, ch. 12 and 25).
 */
#include "sim/cpu/system/far_transfer.h"
#include "sim/cpu/guest_memory.h"
#include "sim/cpu/integer/stack.h"

void far_transfer_set_cpl(struct cpu *cpu, unsigned cpl)
{
    if (cpu->cpl == cpl)
        return;
    cpu->cpl = (uint8_t)cpl;
    run_loop_retire(cpu);
    model_set_ring(cpu->model, cpl);
    page_walk_flush_windows(cpu);
    for (unsigned i = 0; i < SEG_LDTR; i++)
        segment_update_flat(cpu, i);
    run_loop_mode_changed(cpu);
}

/* ---- checkpoints --------------------------------------------------------------------------- */

void far_checkpoint_save(struct cpu *cpu)
{
    struct checkpoint *to = &cpu->checkpoint;

    to->active = true;
    memcpy(to->reg, cpu->reg, sizeof to->reg);
    memcpy(to->seg, cpu->seg, sizeof to->seg);
    to->eip = cpu->eip;
    to->eflags = cpu->eflags;
    to->flags = cpu->flags;
    to->cpl = cpu->cpl;
}

void far_checkpoint_discard(struct cpu *cpu)
{
    cpu->checkpoint.active = false;
}

void far_checkpoint_restore(struct cpu *cpu)
{
    const struct checkpoint *from = &cpu->checkpoint;

    if (!from->active)
        return;
    memcpy(cpu->reg, from->reg, sizeof cpu->reg);
    memcpy(cpu->seg, from->seg, sizeof cpu->seg);
    cpu->eip = from->eip;
    cpu->eflags = from->eflags;
    cpu->flags = from->flags;
    far_transfer_set_cpl(cpu, from->cpl);
    run_loop_mode_changed(cpu);
    cpu->checkpoint.active = false;
}

/* ---- CS ------------------------------------------------------------------------------------ */

void far_transfer_enter_code(struct cpu *cpu, uint16_t selector,
                             const struct descriptor *descriptor, uint32_t eip, unsigned cpl)
{
    segment_descriptor_mark(cpu, descriptor);
    segment_set(cpu, SEG_CS, (uint16_t)((selector & ~3u) | cpl), descriptor);
    if (eip > cpu->seg[SEG_CS].limit)
        raise_error(cpu, VECTOR_GP, 0);
    far_transfer_set_cpl(cpu, cpl);
    cpu->eip = eip;
    cpu->jumped = true;
    model_segment_load(cpu->model, 1);
}

void far_transfer_enter_real(struct cpu *cpu, uint16_t selector, uint32_t eip)
{
    if (eip > cpu->seg[SEG_CS].limit)
        raise_error(cpu, VECTOR_GP, 0);
    segment_set_real(cpu, SEG_CS, selector);
    cpu->eip = eip;
    cpu->jumped = true;
    model_segment_load(cpu->model, 1);
}

/* Checks common to direct JMP and CALL to a code segment. */
static void far_transfer_check_direct(struct cpu *cpu, uint16_t selector, uint8_t access)
{
    const unsigned dpl = ACCESS_BYTE_DPL(access);
    const bool allowed = access_is_conforming(access)
                             ? dpl <= cpu->cpl
                             : SELECTOR_RPL(selector) <= cpu->cpl && dpl == cpu->cpl;

    if (!allowed)
        raise_error(cpu, VECTOR_GP, SELECTOR_ERROR(selector));
    if (!(access & ACCESS_BYTE_PRESENT))
        raise_error(cpu, VECTOR_NP, SELECTOR_ERROR(selector));
}

static struct descriptor far_transfer_fetch_target(struct cpu *cpu, uint16_t selector)
{
    if (SELECTOR_IS_NULL(selector))
        raise_error(cpu, VECTOR_GP, 0);
    return segment_descriptor_fetch(cpu, selector, VECTOR_GP);
}

/* Checks that a gate or TSS is visible: its DPL must not be less than CPL and RPL. */
static void far_transfer_check_visible(struct cpu *cpu, uint16_t selector, uint8_t access)
{
    const unsigned dpl = ACCESS_BYTE_DPL(access);

    if (dpl < cpu->cpl || dpl < SELECTOR_RPL(selector))
        raise_error(cpu, VECTOR_GP, SELECTOR_ERROR(selector));
    if (!(access & ACCESS_BYTE_PRESENT))
        raise_error(cpu, VECTOR_NP, SELECTOR_ERROR(selector));
}

/* Fetches the code descriptor that a call gate refers to. */
static struct descriptor far_transfer_gate_target(struct cpu *cpu, uint16_t selector)
{
    const struct descriptor target = far_transfer_fetch_target(cpu, selector);
    const uint8_t access = descriptor_access(&target);

    if (!access_is_code(access) || ACCESS_BYTE_DPL(access) > cpu->cpl)
        raise_error(cpu, VECTOR_GP, SELECTOR_ERROR(selector));
    if (!(access & ACCESS_BYTE_PRESENT))
        raise_error(cpu, VECTOR_NP, SELECTOR_ERROR(selector));
    return target;
}

/* ---- JMP ----------------------------------------------------------------------------------- */

static void far_transfer_jump_gate(struct cpu *cpu, const struct descriptor *gate)
{
    const uint16_t selector = gate_selector(gate);
    const struct descriptor target = far_transfer_gate_target(cpu, selector);
    const uint8_t access = descriptor_access(&target);

    if (!access_is_conforming(access) && ACCESS_BYTE_DPL(access) != cpu->cpl)
        raise_error(cpu, VECTOR_GP, SELECTOR_ERROR(selector));
    far_transfer_enter_code(cpu, selector, &target, gate_offset(gate), cpu->cpl);
}

void far_transfer_jump(struct cpu *cpu, const struct insn *insn, uint16_t selector, uint32_t offset)
{
    (void)insn;
    if (!protected_mode(cpu)) {
        far_transfer_enter_real(cpu, selector, offset);
        return;
    }
    far_checkpoint_save(cpu);

    const struct descriptor target = far_transfer_fetch_target(cpu, selector);
    const uint8_t access = descriptor_access(&target);

    if (access_is_code(access)) {
        far_transfer_check_direct(cpu, selector, access);
        far_transfer_enter_code(cpu, selector, &target, offset, cpu->cpl);
        far_checkpoint_discard(cpu);
        return;
    }
    switch (access_system_type(access)) {
    case TYPE_CALL_GATE16:
    case TYPE_CALL_GATE32:
        far_transfer_check_visible(cpu, selector, access);
        far_transfer_jump_gate(cpu, &target);
        break;
    case TYPE_TASK_GATE:
        far_transfer_check_visible(cpu, selector, access);
        task_gate(cpu, &target, TASK_JUMP, cpu->eip);
        break;
    case TYPE_TSS16:
    case TYPE_TSS32:
        far_transfer_check_visible(cpu, selector, access);
        task_switch(cpu, selector, &target, TASK_JUMP, cpu->eip);
        break;
    default:
        raise_error(cpu, VECTOR_GP, SELECTOR_ERROR(selector));
    }
    far_checkpoint_discard(cpu);
}

/* ---- CALL ---------------------------------------------------------------------------------- */

/* Calls an inner ring: switches to a new stack and copies the old SS:ESP and the gate's
 * parameters. */
static void far_transfer_call_inner(struct cpu *cpu, const struct insn *insn,
                                    const struct descriptor *gate, const struct descriptor *target,
                                    unsigned bytes)
{
    const unsigned cpl = ACCESS_BYTE_DPL(descriptor_access(target));
    const unsigned count = (unsigned)(gate->raw >> 32) & 31u;
    const uint16_t old_ss = cpu->seg[SEG_SS].selector;
    const uint16_t old_cs = cpu->seg[SEG_CS].selector;
    const uint32_t old_esp = cpu->reg[REG_ESP];
    const uint32_t return_eip = cpu->eip;
    const struct stack_pointer inner = task_inner_stack(cpu, cpl);
    uint32_t parameters[31];

    for (unsigned i = 0; i < count; i++)
        parameters[i] = peek_sized(cpu, insn, i * bytes, bytes);
    segment_load_stack(cpu, inner.selector, cpl, VECTOR_TS, VECTOR_SS);
    model_segment_load(cpu->model, 1);
    stack_pointer_set(cpu, inner.esp);
    far_transfer_set_cpl(cpu, cpl);
    push_sized(cpu, insn, old_ss, bytes);
    push_sized(cpu, insn, old_esp, bytes);
    for (unsigned i = count; i-- > 0;)
        push_sized(cpu, insn, parameters[i], bytes);
    push_sized(cpu, insn, old_cs, bytes);
    push_sized(cpu, insn, return_eip, bytes);
    far_transfer_enter_code(cpu, gate_selector(gate), target, gate_offset(gate), cpl);
}

static void far_transfer_call_gate(struct cpu *cpu, const struct insn *insn,
                                   const struct descriptor *gate)
{
    const unsigned bytes = access_system_type(descriptor_access(gate)) == TYPE_CALL_GATE32 ? 4 : 2;
    const struct descriptor target = far_transfer_gate_target(cpu, gate_selector(gate));
    const uint8_t access = descriptor_access(&target);

    if (!access_is_conforming(access) && ACCESS_BYTE_DPL(access) < cpu->cpl) {
        far_transfer_call_inner(cpu, insn, gate, &target, bytes);
        return;
    }
    push_sized(cpu, insn, cpu->seg[SEG_CS].selector, bytes);
    push_sized(cpu, insn, cpu->eip, bytes);
    far_transfer_enter_code(cpu, gate_selector(gate), &target, gate_offset(gate), cpu->cpl);
}

static void far_transfer_call_protected(struct cpu *cpu, const struct insn *insn, uint16_t selector,
                                        uint32_t offset, unsigned bytes)
{
    const struct descriptor target = far_transfer_fetch_target(cpu, selector);
    const uint8_t access = descriptor_access(&target);

    if (access_is_code(access)) {
        far_transfer_check_direct(cpu, selector, access);
        push_sized(cpu, insn, cpu->seg[SEG_CS].selector, bytes);
        push_sized(cpu, insn, cpu->eip, bytes);
        far_transfer_enter_code(cpu, selector, &target, offset, cpu->cpl);
        return;
    }
    switch (access_system_type(access)) {
    case TYPE_CALL_GATE16:
    case TYPE_CALL_GATE32:
        far_transfer_check_visible(cpu, selector, access);
        far_transfer_call_gate(cpu, insn, &target);
        break;
    case TYPE_TASK_GATE:
        far_transfer_check_visible(cpu, selector, access);
        task_gate(cpu, &target, TASK_CALL, cpu->eip);
        break;
    case TYPE_TSS16:
    case TYPE_TSS32:
        far_transfer_check_visible(cpu, selector, access);
        task_switch(cpu, selector, &target, TASK_CALL, cpu->eip);
        break;
    default:
        raise_error(cpu, VECTOR_GP, SELECTOR_ERROR(selector));
    }
}

void far_transfer_call(struct cpu *cpu, const struct insn *insn, uint16_t selector, uint32_t offset,
                       unsigned bytes)
{
    far_checkpoint_save(cpu);
    if (protected_mode(cpu)) {
        far_transfer_call_protected(cpu, insn, selector, offset, bytes);
    } else {
        push_sized(cpu, insn, cpu->seg[SEG_CS].selector, bytes);
        push_sized(cpu, insn, cpu->eip, bytes);
        far_transfer_enter_real(cpu, selector, offset);
    }
    far_checkpoint_discard(cpu);
}

/* ---- RET ----------------------------------------------------------------------------------- */

/* Sets to null the data segments that an outer ring must not access. */
static void far_transfer_clear_segments(struct cpu *cpu)
{
    static const uint8_t numbers[] = {SEG_ES, SEG_DS, SEG_FS, SEG_GS};

    for (unsigned i = 0; i < sizeof numbers; i++) {
        const uint8_t access = cpu->seg[numbers[i]].access;
        if (!access_is_conforming(access) && ACCESS_BYTE_DPL(access) < cpu->cpl)
            segment_set_null(cpu, numbers[i], 0);
    }
}

/* Fetches the code descriptor to which a far RET or IRET returns. */
struct descriptor far_transfer_return_target(struct cpu *cpu, uint16_t selector)
{
    const struct descriptor target = far_transfer_fetch_target(cpu, selector);
    const uint8_t access = descriptor_access(&target);
    const unsigned rpl = SELECTOR_RPL(selector);
    const unsigned dpl = ACCESS_BYTE_DPL(access);

    if (!access_is_code(access) || rpl < cpu->cpl ||
        (access_is_conforming(access) ? dpl > rpl : dpl != rpl))
        raise_error(cpu, VECTOR_GP, SELECTOR_ERROR(selector));
    if (!(access & ACCESS_BYTE_PRESENT))
        raise_error(cpu, VECTOR_NP, SELECTOR_ERROR(selector));
    return target;
}

void far_transfer_return_outer(struct cpu *cpu, uint16_t cs, const struct descriptor *target,
                               uint32_t eip, struct stack_pointer outer, uint8_t absent)
{
    const unsigned rpl = SELECTOR_RPL(cs);

    segment_load_stack(cpu, outer.selector, rpl, VECTOR_GP, absent);
    model_segment_load(cpu->model, 1);
    stack_pointer_set(cpu, outer.esp);
    far_transfer_enter_code(cpu, cs, target, eip, rpl);
    far_transfer_clear_segments(cpu);
}

static void far_transfer_return_protected(struct cpu *cpu, const struct insn *insn, unsigned bytes,
                                          uint32_t release)
{
    const uint32_t eip = peek_sized(cpu, insn, 0, bytes);
    const uint16_t cs = (uint16_t)peek_sized(cpu, insn, bytes, bytes);
    const struct descriptor target = far_transfer_return_target(cpu, cs);

    if (SELECTOR_RPL(cs) == cpu->cpl) {
        stack_pointer_set(cpu, cpu->reg[REG_ESP] + 2 * bytes + release);
        far_transfer_enter_code(cpu, cs, &target, eip, cpu->cpl);
        return;
    }

    const struct stack_pointer outer = {
        .esp = peek_sized(cpu, insn, 2 * bytes + release, bytes) + release,
        .selector = (uint16_t)peek_sized(cpu, insn, 3 * bytes + release, bytes),
    };

    far_transfer_return_outer(cpu, cs, &target, eip, outer, VECTOR_SS);
}

void far_transfer_return(struct cpu *cpu, const struct insn *insn, unsigned bytes, uint32_t release)
{
    far_checkpoint_save(cpu);
    if (protected_mode(cpu)) {
        far_transfer_return_protected(cpu, insn, bytes, release);
    } else {
        const uint32_t eip = pop_sized(cpu, insn, bytes);
        const uint16_t cs = (uint16_t)pop_sized(cpu, insn, bytes);
        stack_pointer_set(cpu, cpu->reg[REG_ESP] + release);
        far_transfer_enter_real(cpu, cs, eip);
    }
    far_checkpoint_discard(cpu);
}
