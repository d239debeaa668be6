/*
 * SPDX-License-Identifier: MIT
 * One decoded instruction, and the straight run of them that the interpreter executes at a time.
 * The decoder (sim/cpu/decode/decode.c) fills everything but `timing`, which the timing model fills
 * and owns.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "sim/model/timing.h"

struct cpu;
struct insn;

typedef void insn_execute(struct cpu *cpu, const struct insn *insn);

/*
 * reg and rm number a register of the instruction's operand size in encoding order, except that a
 * byte register is its offset in the register file (AL 0, AH 1, CL 4, ...).
 */
struct insn {
    insn_execute *execute;
    uint32_t address;      /* EIP of its first byte */
    uint32_t immediate;    /* sign-extended; of a direct branch the target EIP */
    uint32_t displacement; /* of the memory operand, sign-extended */
    uint32_t address_mask; /* FFFFh or FFFFFFFFh, after the address size */
    uint16_t mnemonic;     /* ZydisMnemonic */
    uint16_t selector;     /* of a far pointer; second immediate of ENTER */
    uint8_t length;        /* bytes, 1 to 15 */
    uint8_t operand_size;  /* bytes: 1, 2, 4 (8 and 10 in x87) */
    uint8_t address_size;  /* bytes: 2 or 4 */
    uint8_t reg;           /* first register operand */
    uint8_t rm;            /* second register operand */
    uint8_t base;          /* of the memory operand; REG_NONE where there is none */
    uint8_t index;         /* REG_NONE where there is none */
    uint8_t scale;         /* as a shift, 0 to 3 */
    uint8_t segment;       /* of the memory operand, overrides applied */
    uint8_t repeat;        /* 0, 0xF2 or 0xF3 */
    bool lock;
    uint8_t opcode; /* last opcode byte */
    struct insn_timing timing;
};

/*
 * A straight run: entered at its first instruction, left after its last, which is a branch, an
 * instruction that ends a run (see timing.h), or the last that fits. It goes on over a page's end
 * only where the next page of memory follows there; an instruction across another end is alone.
 */
#define BLOCK_MAX_INSNS 32

/*
 * So many more are decoded to see how the block's last ones pair: the second of a pair that begins
 * with its last instruction, what is behind an FXCH there, and two pairs whose prefixes the block's
 * last clocks may hide.
 */
#define BLOCK_LOOKAHEAD 6

struct block {
    uint32_t physical;     /* address of the first byte; BLOCK_DEAD once overwritten */
    uint32_t physical_end; /* address of the last byte: in another page where it crosses one */
    uint32_t linear;
    uint8_t bits;  /* 16 or 32: code size it was decoded for */
    uint8_t count; /* instructions */
    uint16_t bytes;
    struct block *next[2]; /* blocks that followed last: [0] falling through, [1] after a branch */
    struct block *near[2]; /* the same where both lie in one page, else NULL */
    const uint8_t *body;   /* translated for the host, or NULL: see translate/translate.h */
    const uint8_t *entry;  /* the same, with a look at whether it may be run so */
    uint64_t plain_until;  /* it may while the code cache's changes are these */
    uint32_t runs;         /* up to cpu->translate_after */
    uint8_t needs;         /* segments that have to be plain */
    bool x87;              /* it has to begin with the stack as it was when it was translated: */
    uint8_t x87_top, x87_valid;
    struct block *hash_next;
    struct block *page_next[2]; /* the other blocks of the first and of the last byte's page */
    struct insn insns[];
};

#define BLOCK_DEAD 0xffffffffu
