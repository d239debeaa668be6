/*
 * SPDX-License-Identifier: MIT
 * Applies instructions to the origins of values.
 */
#pragma once

#include "host/analysis/code/flow_state.h"

/* Applies an instruction to the state and collects the uses of inputs. */
void flow_execute(struct flow_state *state, const struct code_form *form, struct code_uses *uses,
                  const struct flow_memory *memory);

/* Returns the origins of an instruction's first operand. */
flow_origins flow_execute_first_operand(struct flow_state *state, const struct code_form *form);
