/*
 * SPDX-License-Identifier: MIT
 * Converts macros, repeated blocks and conditional assembly of MASM to those of GNU as.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#define MASM_DEEPEST_BLOCK 16

/* Blocks that ENDM will end */
struct masm_blocks {
    bool is_macro[MASM_DEEPEST_BLOCK];
    unsigned depth;
};

/* Writes a statement that begins with the word. Returns false for another statement. */
bool masm_blocks_write(struct masm_blocks *blocks, const char *word, size_t n, const char *rest,
                       FILE *to);
