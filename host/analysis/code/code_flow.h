/*
 * SPDX-License-Identifier: MIT
 * The instructions that can be reached from an entry, and where the values in their operands come
 * from: initial registers and arguments on the stack.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "host/analysis/code/code_form.h"
#include "host/analysis/code/code_uses.h"

#define FLOW_MOST 2000 /* instructions */

struct code_flow {
    struct code_form *forms; /* by address */
    unsigned n;
    struct code_uses uses;
};

/*
 * Decodes the image, which begins at `origin`, from the entry, and follows the values. Code outside
 * first..end-1 is ignored.
 */
void code_flow_read(struct code_flow *flow, const struct model *model, const uint8_t *image,
                    uint32_t origin, uint32_t first, uint32_t end, uint32_t entry);
void code_flow_free(struct code_flow *flow);

/* Returns the instruction at an address, or NULL. */
const struct code_form *code_flow_at(const struct code_flow *flow, uint32_t address);

/* Returns whether the instruction is a jump back, or to itself. */
bool code_flow_is_backward(const struct code_form *form);

/* Returns the name of an input: "ESI", or "arg2" for the second argument. */
const char *code_flow_input_name(unsigned input, char name[16]);
