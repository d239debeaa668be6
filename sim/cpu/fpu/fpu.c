/*
 * SPDX-License-Identifier: MIT
 * The x87 unit: stack, exceptions, and dispatch of opcodes to the decoders.
 */
#include "sim/devices/devices.h"
#include "sim/cpu/fpu/fpu_unit.h"
#include "sim/cpu/guest_memory.h"
#include "sim/cpu/operation.h"

const struct fpu_register fpu_indefinite = {.significand = 0xc000000000000000ull,
                                            .exponent = 0xffff};

void fpu_update_summary(struct fpu *fpu)
{
    fpu->status &= (uint16_t) ~(FPU_ES | FPU_B);
    if (fpu->status & ~fpu->control & FPU_EXCEPTIONS)
        fpu->status |= FPU_ES | FPU_B;
}

void fpu_forget_host_exceptions(void)
{
    host_clear();
}

/* The host's flags are sticky too. Clearing those that are stored tells the next exceptions apart.
 */
static void fpu_report_to_model(struct cpu *cpu, uint16_t status)
{
    const enum model_x87_outcome outcome = status & FPU_IE   ? X87_INVALID
                                           : status & FPU_ZE ? X87_ZERO_DIVIDE
                                                             : X87_DENORMAL;

    model_x87_excepted(cpu->model, cpu->current, outcome);
    host_clear();
}

bool fpu_commit(struct cpu *cpu, uint16_t status, unsigned conditions)
{
    struct fpu *fpu = &cpu->fpu;

    if (unlikely(status & FPU_BEFORE))
        fpu_report_to_model(cpu, status);
    fpu->status =
        (uint16_t)((fpu->status & ~conditions) | (status & conditions) | (status & FPU_EXCEPTIONS));
    if (unlikely(status & ~fpu->control & FPU_EXCEPTIONS)) {
        fpu->status |= FPU_ES | FPU_B;
        return !(status & ~fpu->control & FPU_BEFORE);
    }
    return true;
}

bool fpu_stack_fault(struct cpu *cpu, bool overflow)
{
    struct fpu *fpu = &cpu->fpu;

    model_x87_excepted(cpu->model, cpu->current, X87_INVALID);
    model_x87_stack_fault(cpu->model, overflow);
    fpu->status = (uint16_t)((fpu->status & ~FPU_C1) | FPU_IE | FPU_SF | (overflow ? FPU_C1 : 0));
    fpu_update_summary(fpu);
    return fpu->control & FPU_IE;
}

/*
 * Handles a pending exception at a waiting instruction. If CR0.NE is clear, the PC's method
 * applies: FERR# requests interrupt 13, and the processor waits for an interrupt before the
 * instruction.
 */
static void fpu_report_exception(struct cpu *cpu)
{
    if (cpu->cr0 & CR0_NE)
        raise_fault(cpu, VECTOR_MF);
    if (devices_ignne(cpu->devices))
        return;
    devices_ferr(cpu->devices, true);
    model_x87_excepted(cpu->model, cpu->current, X87_NOT_EXECUTED);
    cpu->eip = cpu->current->address;
    cpu->halted = true;
    cpu_attention(cpu);
    cpu_unwind(cpu, UNWIND_LEAVE);
}

void fpu_check(struct cpu *cpu, bool wait)
{
    if (cpu->cr0 & (CR0_EM | CR0_TS))
        raise_fault(cpu, VECTOR_NM);
    if (wait && (cpu->fpu.status & FPU_ES))
        fpu_report_exception(cpu);
}

static void fpu_store_pointers(struct cpu *cpu, const struct insn *insn)
{
    struct fpu *fpu = &cpu->fpu;

    fpu->code_selector = cpu->seg[SEG_CS].selector;
    fpu->code_offset = insn->address;
    fpu->opcode = insn->selector;
}

void fpu_begin(struct cpu *cpu, const struct insn *insn)
{
    fpu_check(cpu, true);
    fpu_store_pointers(cpu, insn);
}

uint32_t fpu_begin_memory(struct cpu *cpu, const struct insn *insn)
{
    fpu_check(cpu, true);
    return effective_address(cpu, insn);
}

void fpu_accessed(struct cpu *cpu, const struct insn *insn, uint32_t offset)
{
    fpu_store_pointers(cpu, insn);
    cpu->fpu.data_selector = cpu->seg[insn->segment].selector;
    cpu->fpu.data_offset = offset;
}

/* FWAIT depends on MP and TS, but not on EM. */
static void fwait(struct cpu *cpu, const struct insn *insn)
{
    (void)insn;
    if ((cpu->cr0 & (CR0_MP | CR0_TS)) == (CR0_MP | CR0_TS))
        raise_fault(cpu, VECTOR_NM);
    if (cpu->fpu.status & FPU_ES)
        fpu_report_exception(cpu);
}

const struct operation op_fwait = {.r = ANY_SIZE(fwait)};

/*
 * insn->selector stores the eleven opcode bits that FSTENV stores; insn->reg is the stack register.
 */
insn_execute *fpu_decode(unsigned isa, uint8_t opcode, uint8_t modrm, struct insn *insn)
{
    static insn_execute *(*const decoders[])(uint8_t opcode, uint8_t modrm) = {
        fpu_arithmetic_decode,
        fpu_move_decode,
        fpu_function_decode,
        fpu_environment_decode,
    };

    insn->selector = (uint16_t)((opcode & 7) << 8 | modrm);
    insn->reg = modrm & 7;
    for (unsigned i = 0; i < sizeof decoders / sizeof decoders[0]; i++) {
        insn_execute *handler = decoders[i](opcode, modrm);
        if (handler)
            return handler;
    }
    if (isa & ISA_SSE3 && fpu_move_decode_truncating(opcode, modrm))
        return fpu_move_decode_truncating(opcode, modrm);
    return isa & ISA_P6 ? fpu_conditional_decode(opcode, modrm) : NULL;
}
