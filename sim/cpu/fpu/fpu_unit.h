/*
 * SPDX-License-Identifier: MIT
 * What the x87 handlers share: the register stack, exceptions, the pointers to the last
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
#define FPU_B  0x8000u /* as ES */

#define FPU_EXCEPTIONS 0x003fu
#define FPU_CONDITIONS (FPU_C0 | FPU_C1 | FPU_C2 | FPU_C3)
/* These leave the operands as they were when they are not masked. */
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

/* The QNaN that a masked invalid operation gives. */
extern const struct fpu_register fpu_indefinite;

/* With TOP in it. */
uint16_t fpu_status_word(const struct fpu *fpu);
/* Both words anew, and all that follows from them. */
void fpu_control_and_status(struct cpu *cpu, uint16_t control, uint16_t status);

/* Recomputes ES and B after a change of exception flags or masks. */
void fpu_update_summary(struct fpu *fpu);

/*
 * Adds the exceptions of `status` and takes its condition codes in `conditions`. False where an
 * unmasked one keeps the operation from having a result.
 */
bool fpu_commit(struct fpu *fpu, uint16_t status, unsigned conditions);

/* A stack fault: C1 says overflow. True where the masked answer, the indefinite, is to be used. */
bool fpu_stack_fault(struct fpu *fpu, bool overflow);

/* Every numeric instruction: #NM, #MF, and its address and opcode for FSTENV. */
void fpu_begin(struct cpu *cpu, const struct insn *insn);
/* The same with a memory operand at `offset`, in two halves: before the access, which may fault,
 * ... */
uint32_t fpu_begin_memory(struct cpu *cpu, const struct insn *insn);
/* ... and after it. */
void fpu_accessed(struct cpu *cpu, const struct insn *insn, uint32_t offset);

/* The handlers of each file, by number of the operation; see fpu.c for the encoding. */
insn_execute *fpu_arithmetic_decode(uint8_t opcode, uint8_t modrm);
insn_execute *fpu_move_decode(uint8_t opcode, uint8_t modrm);
insn_execute *fpu_function_decode(uint8_t opcode, uint8_t modrm);
insn_execute *fpu_environment_decode(uint8_t opcode, uint8_t modrm);
insn_execute *fpu_conditional_decode(uint8_t opcode, uint8_t modrm);
insn_execute *fpu_truncate_decode(uint8_t opcode, uint8_t modrm); /* SSE3 */
