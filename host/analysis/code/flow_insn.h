/*
 * SPDX-License-Identifier: MIT
 * Parts of flow_state: a decoded instruction, its operands, and what it uses.
 */
#pragma once

#include <Zydis/Zydis.h>

#include "host/analysis/code/flow_state.h"

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

/* Collect the uses: of all operands, of a comparison, and of a constant that is added. */
void flow_use_operands(struct flow_state *state, const struct flow_insn *insn,
                       const struct code_form *form);
void flow_use_comparison(struct code_uses *uses, flow_origins a, flow_origins b);
void flow_use_step(struct code_uses *uses, flow_origins value, int64_t step);

/* Applies the instruction to the state. */
void flow_execute_mnemonic(struct flow_state *state, const struct flow_insn *insn);
