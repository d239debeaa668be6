/*
 * SPDX-License-Identifier: MIT
 * What an x87 instruction is, as far as translating it goes, and what it does to the stack.
 */
#pragma once

#include "sim/cpu/translate/translator.h"

enum form {
    FORM_OTHER,   /* interpreted, and from there on the rest is */
    FORM_KEEPS,   /* interpreted, but what it does to the stack is known */
    FORM_CONTROL, /* likewise, and it asks nothing of the stack */
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
    unsigned bytes; /* of the memory operand */
    unsigned other; /* the register besides ST0 */
    unsigned target;
    unsigned pops;
};

struct x87_insn x87_insn_of(const struct translation *t, unsigned i);
unsigned x87_modrm(const ZydisDecodedInstruction *raw);

/* The register's number, of one counted from the top. */
unsigned x87_physical(const struct x87_state *x87, unsigned st);

/* The stack behind it. */
void x87_move_stack(struct x87_state *x87, const struct x87_insn *insn,
                    const struct insn_timing *timing);

/* The same where it is interpreted: then nothing may be known any more. */
void x87_pass(struct x87_state *x87, const struct x87_insn *insn, const struct insn_timing *timing);

/* x87_issue.c: waits for the unit and for operands, and says from when on the results are there. */
void x87_wait_and_issue(struct translation *t, unsigned i);

/* x87_held.c */

/* At least so many registers are in the host's, and none that was popped. C1 is lost there. */
void x87_hold(struct translation *t, unsigned count);
/* One more can be pushed on the host. */
void x87_make_room(struct translation *t);
/* The guest has popped so many of those held; the host has not. */
void x87_popped(struct translation *t, unsigned times);
/* Looks at the host's status word. */
void x87_look(struct translation *t);
/* The same behind a comparison, whose condition codes become the guest's. */
void x87_take_conditions(struct translation *t);
