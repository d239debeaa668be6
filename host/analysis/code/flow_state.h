/*
 * SPDX-License-Identifier: MIT
 * The origins of the values in registers and stack before an instruction.
 */
#pragma once

#include <Zydis/Zydis.h>

#include "host/analysis/code/code_form.h"
#include "host/analysis/code/code_uses.h"

#define FLOW_SLOTS 192 /* dwords of the stack */
#define FLOW_BELOW 144 /* of these, below the return address */

struct flow_state {
    bool reached;
    flow_origins registers[8];
    bool framed[8];    /* the register is the initial ESP plus frames[] */
    int32_t frames[8]; /* ESP included */
    flow_origins slots[FLOW_SLOTS];
};

/* Addresses of the code and its data. */
struct flow_memory {
    uint32_t first, end;
};

/* `frame`: EBP points to a frame below the return address, as in the body of a function. */
void flow_state_begin(struct flow_state *state, bool frame);

/* Returns whether the state changed. */
bool flow_state_join(struct flow_state *state, const struct flow_state *other);

/* The state at a function's beginning, and after its return. */
void flow_state_call(struct flow_state *state);
void flow_state_return(struct flow_state *state);

/* An instruction with its operands. */
struct flow_insn {
    ZydisDecodedInstruction decoded;
    ZydisDecodedOperand operands[ZYDIS_MAX_OPERAND_COUNT];
    const struct flow_memory *memory;
    struct code_uses *uses;
};

/* Returns the number of a general register that contains `reg`; -1 for others. */
int flow_register(ZydisRegister reg);

/* Returns whether both operands are the same register. */
bool flow_is_same_register(const struct flow_insn *insn);

/* Returns the stack's dword of an operand; NULL if it is not one. */
flow_origins *flow_state_slot(struct flow_state *state, const ZydisDecodedOperand *operand);

/* Returns the origins of a number in the code, an operand, and a sum. */
flow_origins flow_state_immediate(const struct flow_insn *insn, uint64_t value);
flow_origins flow_state_value(struct flow_state *state, const struct flow_insn *insn,
                              unsigned number);
flow_origins flow_sum(const struct code_uses *uses, flow_origins a, flow_origins b);

void flow_state_store(struct flow_state *state, const struct flow_insn *insn, unsigned number,
                      flow_origins value);

/* Change ESP, and store or return the dword there. */
void flow_state_push(struct flow_state *state, flow_origins value);
flow_origins flow_state_pop(struct flow_state *state);
