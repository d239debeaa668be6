/*
 * SPDX-License-Identifier: MIT
 * A routine's registers and its part of the stack, as far as they are known.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* Register numbers in DWARF for the i386. */
enum { FRAME_ESP = 4, FRAME_EIP = 8, FRAME_REGISTERS = 9 };

/* The known registers of a routine, and the known part of the stack, which begins at `stack_at`. */
struct debug_frame {
    uint32_t registers[FRAME_REGISTERS];
    bool known[FRAME_REGISTERS];
    uint32_t stack_at;
    const uint32_t *stack;
    unsigned n_stack; /* dwords */
};

/* Reads a dword of the stack; returns false if it was not sent. */
bool debug_frame_word(const struct debug_frame *frame, uint32_t address, uint32_t *word);
