/*
 * SPDX-License-Identifier: MIT
 * The values that registers and arguments have before the code runs.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "host/analysis/code/code_flow.h"

struct loop_setup;

#define LOOP_NO_COUNTER 255

struct loop_inputs {
    uint32_t values[FLOW_INPUTS]; /* ESP is not set */
    bool given[FLOW_INPUTS];      /* by the user */
    bool relative[FLOW_INPUTS];   /* given as buffer+N */
    uint32_t given_values[FLOW_INPUTS];
    uint8_t counter; /* the input that counts iterations; or LOOP_NO_COUNTER */
    uint32_t step;   /* by which it is decreased */
};

/*
 * Parses values such as "esi=buffer+4, ecx=64, arg1=0x10". Returns 0, or -1 after a message. NULL:
 * none.
 */
int loop_inputs_parse(struct loop_inputs *inputs, const char *text);

/*
 * Sets the values that the user did not give, from their uses in the code. `attempt` 0 is the
 * first choice; in attempt 1 all numbers are LOOP_ITERATIONS, in attempt 2 they are large and
 * differ.
 */
void loop_inputs_set(struct loop_inputs *inputs, const struct code_uses *uses,
                     const struct loop_setup *setup, uint32_t buffer, unsigned attempt);
enum { LOOP_ATTEMPTS = 3 };

/* Formats the values that the code reads, as "ECX 128, ESI buffer+512"; returns an allocated text.
 */
char *loop_inputs_text(const struct loop_inputs *inputs, const struct code_uses *uses,
                       uint32_t buffer);
