/*
 * SPDX-License-Identifier: MIT
 * Rules about straight runs (struct block in insn.h) that are common to all models.
 */
#pragma once

#include <Zydis/Zydis.h>
#include <stdbool.h>

/*
 * Returns whether the instruction may change where, whether or how the next one is fetched or
 * counted, so that its block must end.
 */
bool block_rule_ends_after(const ZydisDecodedInstruction *decoded,
                           const ZydisDecodedOperand *operands);

/*
 * Returns whether it must be alone in its block: it reads or sets counters or time, which must be
 * up to date.
 */
bool block_rule_stands_alone(const ZydisDecodedInstruction *decoded);
