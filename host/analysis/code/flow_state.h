/*
 * SPDX-License-Identifier: MIT
 * The origins of the values in registers and stack before an instruction.
 */
#pragma once

#include "host/analysis/code/code_flow.h"

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

void flow_state_begin(struct flow_state *state);

/* Returns whether the state changed. */
bool flow_state_join(struct flow_state *state, const struct flow_state *other);

/* Applies an instruction to the state and collects the uses of inputs. */
void flow_state_execute(struct flow_state *state, const struct code_form *form,
                        struct code_uses *uses, const struct flow_memory *memory);

/* Returns the origins of an instruction's first operand. */
flow_origins flow_state_first_operand(struct flow_state *state, const struct code_form *form);

/* The state at a function's beginning, and after its return. */
void flow_state_call(struct flow_state *state);
void flow_state_return(struct flow_state *state);
