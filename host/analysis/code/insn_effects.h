/*
 * SPDX-License-Identifier: MIT
 * The effects of an instruction: all registers, flags and memory that it reads and writes,
 * including those that Zydis does not list. Reordering and the set-up of registers use it.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* Bits of EFLAGS. */
enum {
    FLAG_C = 1 << 0,
    FLAG_P = 1 << 2,
    FLAG_A = 1 << 4,
    FLAG_Z = 1 << 6,
    FLAG_S = 1 << 7,
    FLAG_D = 1 << 10,
    FLAG_O = 1 << 11,
    FLAGS_STATUS = FLAG_C | FLAG_P | FLAG_A | FLAG_Z | FLAG_S | FLAG_O
};

struct insn_effects {
    /*
     * Masks of registers, bit 0 for EAX to bit 7 for EDI. A part counts as the whole register. A
     * register that is written only under a condition, such as EAX by REP LODSD, is read too.
     */
    uint8_t registers_read, registers_written;
    uint8_t pointers, indices; /* of all memory operands, implicit ones included; also read */
    /*
     * Flags that are always written, and those that may be written: under a condition, or with an
     * undefined value, which can be the old one.
     */
    uint32_t flags_read, flags_set, flags_changed;
    bool reads_memory, writes_memory;
    bool implicit_memory; /* a string, the stack, or XLAT */
    bool x87;             /* the state of the x87 unit, which MMX registers belong to */
    bool stores_address;  /* stores the address of an x87 instruction: FNSTENV, FNSAVE */
    bool orders;          /* no other instruction may be moved across it */
};

struct ZydisDecodedInstruction_;
struct ZydisDecodedOperand_;

void insn_effects_read(const struct ZydisDecodedInstruction_ *decoded,
                       const struct ZydisDecodedOperand_ *operands, struct insn_effects *effects);
