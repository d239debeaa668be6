/*
 * SPDX-License-Identifier: MIT
 * Classification of x87 instructions for translation, and their effect on the stack.
 */
#pragma once

#include "sim/cpu/translator/translator.h"

enum form {
    FORM_OTHER,   /* interpreted, as is the rest of the block */
    FORM_KEEPS,   /* interpreted, but its effect on the stack is known */
    FORM_CONTROL, /* interpreted, and independent of the stack */
    FORM_LOAD,    /* memory, pushed */
    FORM_STORE,   /* ST0 to memory, converted */
    FORM_MEMORY,  /* ST0 op memory */
    FORM_COMPARE_MEMORY,
    FORM_REGISTERS, /* ST0 op ST(i), to either */
    FORM_COMPARE,
    FORM_PUSH_REGISTER,
    FORM_PUSH_CONSTANT,
    FORM_STORE_REGISTER,
    FORM_EXCHANGE,
    FORM_SIGN,
    FORM_STATUS, /* FNSTSW AX */
};

struct x87_insn {
    enum form form;
    unsigned bytes; /* size of the memory operand */
    unsigned other; /* the register other than ST0 */
    unsigned target;
    unsigned pops;
};

struct x87_insn x87_form_of(const struct translation *t, unsigned i);
unsigned x87_modrm(const ZydisDecodedInstruction *raw);

/* The physical number of a register counted from the top. */
unsigned x87_physical(const struct x87_state *x87, unsigned st);

/* Updates the stack state to that after the instruction. */
void x87_form_move_stack(struct x87_state *x87, const struct x87_insn *insn,
                         const struct insn_timing *timing);

/* The same for an interpreted instruction, after which the state may be unknown. */
void x87_form_pass(struct x87_state *x87, const struct x87_insn *insn,
                   const struct insn_timing *timing);

/* x87_issue.c: waits for the unit and for operands, and sets when the results are ready. */
void x87_issue_emit(struct translation *t, unsigned i);

/* x87_registers.c */

/* Ensures that at least `count` registers are on the host, and no popped ones. The host's C1 is
 * lost. */
void x87_registers_allocate(struct translation *t, unsigned count);
/* Makes room for one push on the host. */
void x87_registers_make_room(struct translation *t);
/* Records that the guest has popped `times` registers, which are still on the host. */
void x87_registers_popped(struct translation *t, unsigned times);
/* Reads the host's status word. */
void x87_registers_read_status(struct translation *t);
/* Reads it after a comparison and copies the condition codes to the guest's. */
void x87_registers_read_conditions(struct translation *t);
