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
 * `eip` is the first byte's, `bits` the code segment's size. An encoding that a P5 does not have
 * decodes, with DECODE_LAST, to an instruction that raises #UD.
 */
enum decode_status decode(const struct cpu *cpu, const uint8_t *bytes, unsigned size, uint32_t eip,
                          unsigned bits, struct insn *insn);
