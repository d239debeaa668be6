/*
 * SPDX-License-Identifier: MIT
 * Decodes instruction bytes to struct insn: Zydis finds the fields, the opcode map the operation.
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
 * A cached decoding: the same bytes are the same instruction at any address. A short instruction
 * occurs in many blocks, and blocks overlap. An entry of all zeros is empty.
 */
struct decoded {
    struct insn insn;
    uint8_t bytes[15], bits;
    bool last, relative; /* it ended its block; its immediate is a target */
};

#define DECODED_COUNT 1024u /* a power of two */

/*
 * Decodes one instruction. `known` is a cache of DECODED_COUNT entries that is searched first.
 * `eip` is the first byte's address, `bits` the code segment's size. An encoding that the processor
 * does not have decodes, with DECODE_LAST, to an instruction that raises #UD.
 */
enum decode_status decoder_decode(const struct cpu *cpu, struct decoded *known,
                                  const uint8_t *bytes, unsigned size, uint32_t eip, unsigned bits,
                                  struct insn *insn);
