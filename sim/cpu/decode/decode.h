/*
 * SPDX-License-Identifier: MIT
 * Bytes to struct insn: Zydis finds the fields, the opcode map the operation.
 */
#pragma once

#include "sim/cpu/cpu.h"

enum decode_status {
    DECODE_OK,
    DECODE_LAST,      /* decoded, and it ends its block */
    DECODE_TRUNCATED, /* the bytes end before the instruction does */
    DECODE_TOO_LONG,  /* more than 15 bytes: #GP(0) */
};

/*
 * An instruction as it was decoded before: the same bytes are the same instruction, wherever they
 * lie. A short one is found in many blocks, and blocks overlap. Zeros are an empty one.
 */
struct decoded {
    struct insn insn;
    uint8_t bytes[15], bits;
    bool last, relative; /* it ended its block; its immediate is a target */
};

#define DECODED_COUNT 1024u /* a power of two */

/*
 * `known` has so many of them, looked at first. `eip` is the first byte's, `bits` the code
 * segment's size. An encoding that a P5 does not have decodes, with DECODE_LAST, to an instruction
 * that raises #UD.
 */
enum decode_status decode(const struct cpu *cpu, struct decoded *known, const uint8_t *bytes,
                          unsigned size, uint32_t eip, unsigned bits, struct insn *insn);
