/*
 * SPDX-License-Identifier: MIT
 * The begin of loops in assembly: at the middle of a line, and after a jump, so that no instruction
 * before the loop shares a clock with its first one, and all iterations are the same.
 */
#pragma once

#define LOOP_START                                                                                 \
    "jmp 1f\n\t"                                                                                   \
    ".p2align 4\n"                                                                                 \
    "1:\n\t"
