/*
 * SPDX-License-Identifier: MIT
 * What holds of the straight runs of every model: see struct block in insn.h.
 */
#pragma once

#include <Zydis/Zydis.h>
#include <stdbool.h>

/* It may change where, whether or how the next instruction is fetched or counted. */
bool block_ends_behind(const ZydisDecodedInstruction *decoded, const ZydisDecodedOperand *operands);

/* Alone in its block: it reads or sets counters or time, which must be booked up to it. */
bool block_stands_alone(const ZydisDecodedInstruction *decoded);
