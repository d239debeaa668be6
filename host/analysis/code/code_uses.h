/*
 * SPDX-License-Identifier: MIT
 * The uses of inputs in code: initial registers, and arguments on the stack.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#define FLOW_ARGUMENTS 16
#define FLOW_INPUTS    (8 + FLOW_ARGUMENTS)

/* A value's origins: bit 0 to 7 for registers, then arguments. */
typedef uint32_t flow_origins;
#define FLOW_ALL      ((1u << FLOW_INPUTS) - 1)
#define FLOW_CONSTANT (1u << 24) /* a number in the code */
#define FLOW_ADDRESS  (1u << 25) /* an address in the code */

/* Uses of the inputs, as masks. */
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
    bool framed;                   /* EBP is taken for the pointer to a frame with arguments */
    bool frame_above, frame_other; /* EBP with a displacement of 8 or more, and other addresses */
    flow_origins counted;          /* a branch back depends on them */
    uint32_t step[FLOW_INPUTS];    /* size of the constant that is added or subtracted */
};
#define FLOW_TO_CONSTANT 255
