/*
 * SPDX-License-Identifier: MIT
 * The kind of an instruction form and its measured clocks (netburst_clocks.def).
 */
#pragma once

#include <Zydis/Zydis.h>
#include <stdbool.h>
#include <stdint.h>

enum netburst_kind {
#define KIND(name, unit, latency, busy, uops, source) KIND_##name,
#include "sim/model/netburst/netburst_clocks.def"
#undef KIND
    KINDS,
};

struct netburst_kind_clocks {
    uint8_t unit, uops;
    double latency, busy;
};

extern const struct netburst_kind_clocks netburst_kind_clocks[KINDS];

enum netburst_kind netburst_kind_of(const ZydisDecodedInstruction *decoded,
                                    const ZydisDecodedOperand *operands);

/* Moves count neither as x87 nor as SIMD operations; one from memory is a load, one to it a store.
 */
bool netburst_kind_is_move(enum netburst_kind kind);

/* Returns whether a memory operand is read, or written: ZYDIS_OPERAND_ACTION_MASK_READ, _WRITE. */
bool netburst_kind_touches(const ZydisDecodedInstruction *decoded,
                           const ZydisDecodedOperand *operands, unsigned actions);
