/*
 * SPDX-License-Identifier: MIT
 * The instructions that can be reached from an entry, and where the values in their operands come
 * from: initial registers and arguments on the stack.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "host/analysis/code/code_form.h"

#define FLOW_MOST      2000 /* instructions */
#define FLOW_ARGUMENTS 16
#define FLOW_INPUTS    (8 + FLOW_ARGUMENTS)

/* A value's origins: bit 0 to 7 for registers, then arguments. */
typedef uint32_t flow_origins;
#define FLOW_ALL      ((1u << FLOW_INPUTS) - 1)
#define FLOW_CONSTANT (1u << 24) /* a number in the code */
#define FLOW_ADDRESS  (1u << 25) /* an address in the code */

/* What the code does with its inputs. */
struct code_uses {
    bool sums_known;               /* pointers are known where a sum has two origins */
    flow_origins read;             /* by any instruction */
    flow_origins pointers;         /* address memory */
    flow_origins indices;          /* are added to an address */
    flow_origins up, down;         /* a constant is added to, or subtracted from them */
    flow_origins singles, doubles; /* arguments that the x87 loads as numbers */
    flow_origins divided;          /* EAX of DIV */
    /* A comparison's other operand, if both have one origin each */
    uint8_t compared[FLOW_INPUTS]; /* input number + 1; FLOW_TO_CONSTANT: a value from constants */
    flow_origins counted;          /* a branch back depends on them */
    uint32_t step[FLOW_INPUTS];    /* size of the constant that is added or subtracted */
};
#define FLOW_TO_CONSTANT 255

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
