/*
 * SPDX-License-Identifier: MIT
 * Collects what an instruction uses inputs for.
 */
#pragma once

#include "host/analysis/code/flow_state.h"

/* Collect the uses: of all operands, of a comparison, and of a constant that is added. */
void flow_use_operands(struct flow_state *state, const struct flow_insn *insn,
                       const struct code_form *form);
void flow_use_comparison(struct code_uses *uses, flow_origins a, flow_origins b);
void flow_use_step(struct code_uses *uses, flow_origins value, int64_t step);
