/*
 * SPDX-License-Identifier: MIT
 * Determines what a loop needs before it starts: a register that counts its iterations, counts of
 * REP, and the place of its buffer.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "host/analysis/code/code_form.h"

#define LOOP_ITERATIONS 128 /* of a loop, as far as initial values determine them */
#define LOOP_REPEATS    16  /* count of a REP for which the loop sets none */

struct loop_setup {
    uint8_t counter;  /* the register that counts iterations: 0 for EAX to 7 for EDI */
    bool low_buffer;  /* buffer and stack below 64 KB: the loop has 16-bit addresses */
    bool uses_stack;  /* memory at ESP */
    bool implicit;    /* strings or the stack, which the loop walks through without an address */
    bool sets_ecx;    /* the loop writes ECX otherwise than by counting */
    bool has_repeats; /* REP: a step takes as many clocks as its count demands */
    unsigned repeats; /* REPs for which the loop sets no count, in uncounted[] */
    uint16_t uncounted[CODE_MOST];
};

/* `closed`: the code has its own jump to the beginning of the loop. */
void loop_setup_make(struct loop_setup *setup, const struct code_form *forms, unsigned n,
                     bool closed);

/* Returns the name of the counting register, as in nasm's source. */
const char *loop_setup_counter_name(const struct loop_setup *setup);
