/*
 * SPDX-License-Identifier: MIT
 * Decodes one instruction of a program: where execution continues, which addresses it contains, and
 * which variable it uses.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "host/analysis/gate/program_image.h"

enum {
    NODE_CALL = 1 << 0,      /* its target is a function, after which execution continues here */
    NODE_CONDITION = 1 << 1, /* a conditional jump */
    NODE_RETURN = 1 << 2,    /* leaves the function: RET, or a jump to an unknown address */
    NODE_CPUID = 1 << 3,
    NODE_STORE = 1 << 4, /* writes the variable `place` */
};

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

/* Returns false if the bytes at the address are no instruction. */
bool code_decoder_decode(const struct program_image *image, uint32_t address,
                         struct decoded_code *code);

/* The same with Zydis alone, for the instruction at `bytes`, of which `left` exist. got: the base
 * of position-independent addresses; 0: unknown. */
bool code_decoder_decode_any(const uint8_t *bytes, uint32_t left, uint32_t address, uint32_t got,
                             struct decoded_code *code);

/* Returns the variable of an operand with that displacement, relative to a register or not, as
 * `place` has it. */
uint64_t code_decoder_place(uint32_t displacement, bool based);

/* Returns the instruction as text, in `text`. */
void code_decoder_text(const struct program_image *image, uint32_t address, char *text,
                       size_t size);
