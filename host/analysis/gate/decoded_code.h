/*
 * SPDX-License-Identifier: MIT
 * Describes one instruction for the gate: where execution continues, addresses, its variable.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

enum {
    NODE_CALL = 1 << 0,      /* its target is a function, after which execution continues here */
    NODE_CONDITION = 1 << 1, /* a conditional jump */
    NODE_RETURN = 1 << 2,    /* leaves the function: RET, or a jump to an unknown address */
    NODE_CPUID = 1 << 3,
    NODE_STORE = 1 << 4,    /* writes the variable `place` */
    NODE_RELATIVE = 1 << 5, /* in a graph: `place` is relative to a register */
    NODE_HWCAP = 1 << 6,    /* TEST of a word in memory with HWCAP_SSE */
};

/* Bit 25 of EDX of CPUID 1, SSE, in AT_HWCAP. musl's functions of fenv.h test it in memory, by TEST
 * with this constant (src/fenv/i386/fenv.s). */
#define HWCAP_SSE 0x02000000u

struct decoded_code {
    uint8_t length;
    uint8_t flags; /* of NODE_... */
    bool goes_on;  /* execution continues after it */
    bool jumps;    /* to `target` */
    bool unusual;  /* no program for Linux executes it: privileged, or undefined */
    uint32_t target;
    uint32_t addresses[2]; /* constants that may be addresses of functions */
    unsigned n_addresses;
    uint32_t table; /* of a jump through a table: its address; 0: none */
    uint64_t place; /* the variable in its memory operand; 0: none */
    uint16_t sets;
};

/* A variable whose address is relative to a register that has the base of such addresses. */
#define RELATIVE_PLACE (1ull << 32)
#define LEAST_RELATIVE 0x1000 /* smaller displacements are members of a structure */

/* Returns the variable of an operand with that displacement, relative to a register or not, as
 * `place` has it. */
static inline uint64_t decoded_code_place(uint32_t displacement, bool based)
{
    if (!based)
        return displacement;
    return displacement + LEAST_RELATIVE >= 2 * LEAST_RELATIVE ? RELATIVE_PLACE | displacement : 0;
}
