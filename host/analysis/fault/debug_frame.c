/*
 * SPDX-License-Identifier: MIT
 * Reads a routine's stack.
 */
#include "host/analysis/fault/debug_frame.h"

bool debug_frame_word(const struct debug_frame *frame, uint32_t address, uint32_t *word)
{
    uint32_t index = (address - frame->stack_at) / 4;
    if (address < frame->stack_at || address % 4 != frame->stack_at % 4 || index >= frame->n_stack)
        return false;
    *word = frame->stack[index];
    return true;
}
