/*
 * SPDX-License-Identifier: MIT
 * Shared parts of the x87 handlers: the register stack, exceptions, and the pointers to the last
 * instruction.
 */
#pragma once

#include "sim/cpu/cpu.h"
#include "sim/cpu/fpu/fpu_host.h"

/* Status word (Pentium Developer's Manual volume 3, section 6.2.2). */
#define FPU_IE 0x0001u
#define FPU_DE 0x0002u
#define FPU_ZE 0x0004u
#define FPU_OE 0x0008u
#define FPU_UE 0x0010u
#define FPU_PE 0x0020u
#define FPU_SF 0x0040u /* stack fault */
#define FPU_ES 0x0080u /* an unmasked exception is pending */
#define FPU_C0 0x0100u
#define FPU_C1 0x0200u
#define FPU_C2 0x0400u
#define FPU_C3 0x4000u
#define FPU_B  0x8000u /* copy of ES */

#define FPU_EXCEPTIONS 0x003fu
#define FPU_CONDITIONS (FPU_C0 | FPU_C1 | FPU_C2 | FPU_C3)
/* Exceptions that, if unmasked, leave the operands unchanged. */
#define FPU_BEFORE (FPU_IE | FPU_DE | FPU_ZE)

static inline unsigned fpu_physical(const struct fpu *fpu, unsigned i)
{
    return (fpu->top + i) & 7;
}

static inline struct fpu_register *fpu_st(struct fpu *fpu, unsigned i)
{
    return &fpu->reg[fpu_physical(fpu, i)];
}

static inline bool fpu_is_empty(const struct fpu *fpu, unsigned i)
{
    return !(fpu->valid >> fpu_physical(fpu, i) & 1);
}

static inline void fpu_set(struct fpu *fpu, unsigned i, const struct fpu_register *value)
{
    *fpu_st(fpu, i) = *value;
    fpu->valid |= (uint8_t)(1u << fpu_physical(fpu, i));
}

static inline void fpu_free(struct fpu *fpu, unsigned i)
{
    fpu->valid &= (uint8_t) ~(1u << fpu_physical(fpu, i));
}

static inline void fpu_pop(struct fpu *fpu)
{
    fpu_free(fpu, 0);
    fpu->top = (fpu->top + 1) & 7;
}

static inline void fpu_push(struct fpu *fpu, const struct fpu_register *value)
{
    fpu->top = (fpu->top - 1) & 7;
    fpu_set(fpu, 0, value);
}

/* The QNaN that a masked invalid operation returns. */
extern const struct fpu_register fpu_indefinite;

/* Returns the status word including TOP. */
uint16_t fpu_status_word(const struct fpu *fpu);
/* Writes both words and recomputes all that depends on them. */
void fpu_control_and_status(struct cpu *cpu, uint16_t control, uint16_t status);

/* Recomputes ES and B after a change of exception flags or masks. */
void fpu_update_summary(struct fpu *fpu);

/*
 * Completes the current instruction: adds the exceptions of `status`, reports them to the model,
 * and copies those of its condition codes that are in `conditions`.
 * Returns false if an unmasked exception prevents the operation from storing a result.
 */
bool fpu_commit(struct cpu *cpu, uint16_t status, unsigned conditions);

/* Records a stack fault; C1 is set for overflow. Returns true if the masked response, the
 * indefinite, is to be used. */
bool fpu_stack_fault(struct cpu *cpu, bool overflow);

/* Begins a numeric instruction: raises #NM or #MF, stores its address and opcode for FSTENV. */
void fpu_begin(struct cpu *cpu, const struct insn *insn);
/* Begins a numeric instruction with a memory operand, before the access, which may fault. Returns
 * the operand's offset. */
uint32_t fpu_begin_memory(struct cpu *cpu, const struct insn *insn);
/* Completes fpu_begin_memory() after the access to `offset`. */
void fpu_accessed(struct cpu *cpu, const struct insn *insn, uint32_t offset);

/* Decoders, one per file. Each returns the handler of an opcode, or NULL; see fpu.c for the
 * encoding. */
insn_execute *fpu_arithmetic_decode(uint8_t opcode, uint8_t modrm);
insn_execute *fpu_move_decode(uint8_t opcode, uint8_t modrm);
insn_execute *fpu_function_decode(uint8_t opcode, uint8_t modrm);
insn_execute *fpu_environment_decode(uint8_t opcode, uint8_t modrm);
insn_execute *fpu_conditional_decode(uint8_t opcode, uint8_t modrm);
insn_execute *fpu_move_decode_truncating(uint8_t opcode, uint8_t modrm); /* SSE3 */
