/*
 * SPDX-License-Identifier: MIT
 * How loops in assembly begin: at a line's half, and by a jump, so that no instruction before the
 * loop shares a clock with its first one, and each turn is like all others.
 */
#pragma once

#define LOOP_START                                                                                 \
    "jmp 1f\n\t"                                                                                   \
    ".p2align 4\n"                                                                                 \
    "1:\n\t"
